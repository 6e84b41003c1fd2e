import {
  defaultMaxFrameBytes,
  encode,
  envelopeVersion,
  type Contract,
  type EventFrame,
  subscribedEvent,
  subscribedTopic,
  type EventTable,
} from "@beans-picker/protocol";
import { Router, XPublisher, type Socket } from "zeromq";
import { Answerer } from "./answerer.js";
import type { ServeOptions, Service } from "./contract-types.js";
import { errorKind, type Logger } from "./log.js";
import { bindPrivately, removeSocketFile, type SocketFile } from "./socket-file.js";
import { publisherOptions, routerOptions } from "./socket-options.js";

/**
 * Answers the calls of a contract on `address` and publishes its events on `eventsAddress`, both `ipc://`. Rejects with
 * `runtime_dir_unsafe` when an address cannot be taken safely. Nothing a peer sends ends the service.
 */
export async function serve<C extends Contract>(options: ServeOptions<C>): Promise<Service<C>> {
  const maxBytes = options.maxFrameBytes ?? defaultMaxFrameBytes;
  const router = new Router(routerOptions(maxBytes));
  const publisher = new XPublisher(publisherOptions(maxBytes));
  const files: SocketFile[] = [];
  try {
    files.push(await bindPrivately(router, options.address));
    files.push(await bindPrivately(publisher, options.eventsAddress));
  } catch (error) {
    router.close();
    publisher.close();
    await Promise.all(files.map(removeSocketFile));
    throw error;
  }

  const { contract, log } = options;
  const answerer = new Answerer(options, maxBytes, (peer, frame) => router.send([peer, frame]));
  const events: EventTable = { [subscribedTopic]: subscribedEvent, ...contract.events };
  let seq = 0;
  let closing: Promise<void> | undefined;
  const publish = (topic: string, data: unknown): void => {
    if (closing !== undefined) return;
    const parsed = Object.hasOwn(events, topic) ? events[topic]?.safeParse(data) : undefined;
    if (parsed?.success !== true) {
      log.error({ topic }, "an event broke its contract and was not sent");
      return;
    }
    const frame: EventFrame = { v: envelopeVersion, topic, seq: seq + 1, at: Date.now(), data: parsed.data };
    const encoded = encode(frame, maxBytes);
    if (!encoded.ok) {
      log.error({ topic, code: encoded.code }, "an event could not be encoded and was not sent");
      return;
    }
    seq += 1;
    publisher.send(encoded.bytes).catch((error: unknown) => log.warn(errorKind(error), "an event was not sent"));
  };
  const reading = Promise.all([
    readAll(router, log, ([peer, ...parts]) => {
      if (peer !== undefined) answerer.receive(peer, parts);
    }),
    // XPUB hands on subscriptions: one byte 1, then the topic prefix (https://rfc.zeromq.org/spec/29/).
    readAll(publisher, log, ([message]) => {
      if (message?.[0] === 1) publish(subscribedTopic, {});
    }),
  ]);

  return {
    publish: (topic, data) => publish(String(topic), data),
    counts: () => answerer.counts(),
    close() {
      closing ??= (async () => {
        answerer.close();
        router.close();
        publisher.close();
        await reading;
        await Promise.all(files.map(removeSocketFile));
      })();
      return closing;
    },
  };
}

/** Reads a socket until it is closed. A read that fails is logged by kind and does not end the service. */
async function readAll(socket: Router | XPublisher, log: Logger, take: (parts: Buffer[]) => void): Promise<void> {
  while (!socket.closed) {
    try {
      for await (const parts of socket) take(parts);
    } catch (error) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!isClosed(socket)) log.warn(errorKind(error), "a message could not be read");
    }
  }
}

const isClosed = (socket: Socket): boolean => socket.closed;
