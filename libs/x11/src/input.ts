import { modifierKeycodes, pointerOf } from "./core.js";
import type { Display } from "./display.js";
import { pair, request } from "./packet.js";
import { readStack } from "./stack.js";
import { seatRequests } from "./xinput.js";

/** A key or button that went down or up on a device of the first seat, which is the person's. */
export interface Press {
  readonly kind: "key" | "button";
  readonly down: boolean;
  /** True for a key while Alt or the logo key is held, and for these keys themselves. */
  readonly chord: boolean;
  /** The server's clock, in milliseconds. */
  readonly serverMs: number;
}

/** What lies under the pointer: the desktop, a window of an app, or something that no app has as its window. */
export type PressedOn = "nothing" | "panel" | { readonly pid: number | null; readonly windowId: number };

/** Source: XI2.h and XI2proto.h, raw events of version 2.2. */
const xi = { selectEvents: 46, allMasters: 1 } as const;
const raw = { keyDown: 13, keyUp: 14, buttonDown: 15, buttonUp: 16 } as const;
const genericEvent = 35;
/** Rows of the modifier map that window switching is done with: Mod1 (Alt) and Mod4 (the logo key). */
const chordRows = [3, 6];
/** Buttons above are the wheel, which switches nothing. */
const lastClickButton = 3;

const rawKinds: ReadonlyMap<number, Pick<Press, "kind" | "down">> = new Map([
  [raw.keyDown, { kind: "key", down: true }],
  [raw.keyUp, { kind: "key", down: false }],
  [raw.buttonDown, { kind: "button", down: true }],
  [raw.buttonUp, { kind: "button", down: false }],
]);

/**
 * Tells of every key and button of the first seat's devices, whoever they are meant for. Keys that the product types come
 * from a seat of its own and are not told. Answers with how to stop, or null when the server cannot do it.
 */
export async function watchInput(display: Display, listener: (press: Press) => void): Promise<(() => void) | null> {
  const [seats, input] = await Promise.all([seatRequests(display), display.extension("XInputExtension")]);
  if (seats === null || input === null) return null;
  const [devices, rows] = await Promise.all([seats.devices(), modifierKeycodes(display)]);
  const masters = (["master_pointer", "master_keyboard"] as const).map((use) =>
    Math.min(...devices.filter((device) => device.use === use).map(({ id }) => id)),
  );
  const chordKeys = new Set(chordRows.flatMap((row) => rows[row] ?? []));
  const held = new Set<number>();
  const stop = display.onEvent((event) => {
    if ((event.readUInt8(0) & 0x7f) !== genericEvent || event.readUInt8(1) !== input.opcode) return;
    const kind = rawKinds.get(event.readUInt16LE(8));
    if (kind === undefined || !masters.includes(event.readUInt16LE(10))) return;
    const code = event.readUInt32LE(16);
    if (kind.kind === "button" && code > lastClickButton) return;
    const isChordKey = kind.kind === "key" && chordKeys.has(code);
    if (isChordKey && kind.down) held.add(code);
    const chord = kind.kind === "key" && held.size > 0;
    if (isChordKey && !kind.down) held.delete(code);
    listener({ ...kind, chord, serverMs: event.readUInt32LE(12) });
  });
  const mask = Object.values(raw).reduce((all, bit) => all | (1 << bit), 0);
  if (await select(mask)) return () => void select(0).finally(stop);
  stop();
  return null;

  function select(events: number): Promise<boolean> {
    const words = [display.root, pair(1, 0), pair(xi.allMasters, 1), events];
    return display.order(request(input?.opcode ?? 0, xi.selectEvents, words)).catch(() => false);
  }
}

/** What the pointer of the first seat is over. */
export async function clientUnderPointer(display: Display, host: string): Promise<PressedOn> {
  const [pointer, stack] = await Promise.all([pointerOf(display, display.root), readStack(display, host)]);
  if (pointer === null || pointer.child === 0) return "nothing";
  const found = stack.windows.find(({ top }) => top === pointer.child)?.window;
  if (found === undefined || !found.managed || found.type === "dock") return "panel";
  return found.type === "desktop" ? "nothing" : { pid: found.pid, windowId: found.id };
}
