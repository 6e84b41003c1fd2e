import { type Budget, within } from "./budget.js";
import type { Display } from "./display.js";
import { request } from "./packet.js";
import { words } from "./property.js";

const sendEvent = 25;
const clientMessage = 33;
/** EWMH asks for SubstructureNotify in the answer; Qt 5 sends it to those who listen to StructureNotify. */
const answerMask = (1 << 17) | (1 << 19);
const mostProtocols = 32;

/** A message for the window's app or for the window manager. Source: ICCCM 4.2.8, EWMH 1.5. */
export function messageEvent(window: number, type: number, data: readonly number[]): Buffer {
  const event = Buffer.alloc(32);
  event.writeUInt8(clientMessage, 0);
  event.writeUInt8(32, 1);
  event.writeUInt32LE(window >>> 0, 4);
  event.writeUInt32LE(type >>> 0, 8);
  for (const [at, word] of data.slice(0, 5).entries()) event.writeUInt32LE(word >>> 0, 12 + at * 4);
  return event;
}

/** Sends `event` to the clients of `destination` that listen to one of `mask`; to its owner when `mask` is 0. */
export function sendTo(display: Display, destination: number, mask: number, event: Buffer): Promise<boolean> {
  return display.order(request(sendEvent, 0, [destination, mask], event));
}

/**
 * Waits until the app has taken what the server sent it so far out of its queue, by a question that apps answer in order
 * (EWMH 1.5, _NET_WM_PING). False when it does not answer within `ms`; null when the window does not take such questions.
 */
export async function caughtUp(
  display: Display,
  window: number,
  mark: number,
  budget: Budget,
  ms: number,
): Promise<boolean | null> {
  const [protocols, ping, spoken] = await Promise.all([
    display.atom("WM_PROTOCOLS"),
    display.atom("_NET_WM_PING"),
    display.property(window, "WM_PROTOCOLS", mostProtocols),
  ]);
  if (protocols === null || ping === null || !words(spoken).includes(ping)) return null;
  let stop = (): void => undefined;
  const answered = new Promise<true>((resolve) => {
    stop = display.watchRoot(answerMask, (event) => {
      if ((event.readUInt8(0) & 0x7f) !== clientMessage || event.readUInt32LE(8) !== protocols) return;
      const [type, time, about] = [event.readUInt32LE(12), event.readUInt32LE(16), event.readUInt32LE(20)];
      if (type === ping && time === mark >>> 0 && about === window) resolve(true);
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    const sent = await within(
      budget,
      sendTo(display, window, 0, messageEvent(window, protocols, [ping, mark, window])),
    );
    return sent ? await within(budget, Promise.race([answered, tooLong])) : false;
  } finally {
    clearTimeout(timer);
    stop();
  }
}
