/**
 * Options of every socket. Linger 0: a closed socket drops what it has not sent, so nothing is delivered after its
 * sender gave up and no process waits for a dead peer. A send that cannot be queued at once fails instead of waiting.
 */
const everySocket = { linger: 0, handshakeInterval: 2_000 };

/** Frames queued per peer before the sender is refused (calls) or the event is dropped (events). */
const callQueue = 256;
const eventQueue = 1_024;

export const routerOptions = (maxMessageSize: number) => ({
  ...everySocket,
  maxMessageSize,
  // An answer to a caller that is gone fails, so that it can be counted, instead of vanishing.
  mandatory: true,
  sendTimeout: 0,
  sendHighWaterMark: callQueue,
  receiveHighWaterMark: callQueue,
  backlog: 128,
});

export const publisherOptions = (maxMessageSize: number) => ({
  ...everySocket,
  maxMessageSize,
  // Every subscription is handed on, also a second one to the same topic, because each subscriber waits for its answer.
  verbosity: "allSubs" as const,
  sendTimeout: 0,
  sendHighWaterMark: eventQueue,
  backlog: 128,
});

/** No automatic reconnection: a frame that waits for a lost peer would reach its successor, and with it a stale action. */
const onceConnected = { ...everySocket, immediate: true, reconnectInterval: -1 };

export const dealerOptions = (maxMessageSize: number) => ({
  ...onceConnected,
  maxMessageSize,
  sendTimeout: 0,
  sendHighWaterMark: callQueue,
  receiveHighWaterMark: callQueue,
});

export const subscriberOptions = (maxMessageSize: number) => ({
  ...onceConnected,
  maxMessageSize,
  receiveHighWaterMark: eventQueue,
});
