import type { Display } from "./display.js";
import { request } from "./packet.js";

/** What the property that names the active window held at one moment between asking and the answer. */
export interface Look {
  /** 0 when no window is active, null when nobody says. */
  readonly windowId: number | null;
  readonly askedMs: number;
  readonly answeredMs: number;
  /** When, since the look before, it was announced that the property was written; all of that is in `windowId`. */
  readonly announcedMs: readonly number[];
}

export interface ActiveWatch {
  /** Looks now, besides the looks at every announcement. */
  look(): void;
  /** When the oldest look was sent that is not answered yet; null when all are. */
  readonly waitingSinceMs: number | null;
  stop(): void;
}

const [getProperty, anyType, propertyNotify] = [20, 0, 28];
const propertyChangeMask = 1 << 22;
/** Clocks that differ by more than before and this are taken for other clocks: the server's wraps after 49 days. */
const otherClockMs = 3_600_000;

/**
 * Looks at `_NET_ACTIVE_WINDOW` whenever it is written, at once, and when asked to. Looks come in the order in which the
 * server answered them. `now` is a monotonic clock in milliseconds; the server's times are put on it.
 */
export async function watchActiveWindow(
  display: Display,
  now: () => number,
  onLook: (look: Look) => void,
  /** The local time of the server's; one for all that is compared with these looks. */
  toLocal = serverClock(now),
): Promise<ActiveWatch> {
  const property = (await display.atom("_NET_ACTIVE_WINDOW")) ?? 0;
  const question = request(getProperty, 0, [display.root, property, anyType, 0, 1]);
  let announced: { readonly sequence: number; readonly atMs: number }[] = [];
  const waiting: number[] = [];

  function look(): void {
    const askedMs = now();
    waiting.push(askedMs);
    display.ask(question).then(
      (answer) => {
        waiting.shift();
        if (answer === null) return;
        const before = announced.filter(({ sequence }) => isBefore(sequence, answer.sequence));
        announced = announced.slice(before.length);
        const held = answer.detail === 32 && answer.data.length >= 28 && answer.data.readUInt32LE(8) > 0;
        onLook({
          windowId: held ? answer.data.readUInt32LE(24) : null,
          askedMs,
          answeredMs: now(),
          announcedMs: before.map(({ atMs }) => atMs),
        });
      },
      // The connection is lost, which `display.lost` tells.
      () => undefined,
    );
  }

  const stop = display.watchRoot(propertyChangeMask, (event) => {
    if ((event.readUInt8(0) & 0x7f) !== propertyNotify) return;
    if (event.readUInt32LE(4) !== display.root || event.readUInt32LE(8) !== property) return;
    announced.push({ sequence: event.readUInt16LE(2), atMs: toLocal(event.readUInt32LE(12)) });
    look();
  });
  return {
    look,
    stop,
    get waitingSinceMs() {
      return waiting[0] ?? null;
    },
  };
}

/** Numbers of requests wrap at 16 bits. An event's is that of the last request before it. */
function isBefore(event: number, answer: number): boolean {
  return ((answer - event) & 0xffff) < 0x8000 && event !== answer;
}

/**
 * Puts times of the server on the local clock: nothing arrives before it was sent, so the smallest difference is the best. Of
 * two times the order is kept only when the earlier one is put last, since the difference may have become smaller meanwhile.
 */
export function serverClock(now: () => number): (serverMs: number) => number {
  let offset: number | null = null;
  return (serverMs) => {
    const seen = now() - serverMs;
    if (offset === null || seen < offset || seen > offset + otherClockMs) offset = seen;
    return serverMs + offset;
  };
}
