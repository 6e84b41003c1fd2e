import { CodedError } from "@beans-picker/shared";
import { assertTimeLeft, type Budget, within } from "./budget.js";
import { type Chord, parseChord } from "./chord.js";
import { attributesOf, treeOf } from "./core.js";
import type { Display } from "./display.js";
import { heldKeycodes, type Keyboard, keyEvent, readKeyboard, stateOf } from "./keyboard.js";
import { findKey, type Key } from "./keymap.js";
import { request } from "./packet.js";
import { caughtUp, sendTo } from "./ping.js";
import type { Seat, Seats } from "./seat.js";
import { readStack } from "./stack.js";
import { quietPoint, visibleParts } from "./visible.js";

export interface KeyPress {
  readonly windowId: number;
  /** Modifiers and one key, such as `["ctrl", "s"]` or `["escape"]`. */
  readonly chord: readonly string[];
}

/** Why nothing was sent. */
export type KeysRefused =
  /** The names are not modifiers and one key. */
  | "bad_chord"
  /** No key of the keyboard stands for it, alone or with Shift. */
  | "no_key"
  | "window_gone"
  /** The window is minimised, on another desktop, or not shown. */
  | "not_shown"
  /** Something lies over every point of the window. */
  | "no_visible_point"
  /** The X server cannot have a second keyboard. */
  | "no_extension";

export type KeyPressed =
  | {
      readonly sent: true;
      /** `seat`: by a keyboard of our own; `event`: as a message to the window, for apps that listen to nothing else. */
      readonly route: "seat" | "event";
      /** Whether the app has taken the keys out of its queue; null when it does not answer such questions. */
      readonly acknowledged: boolean | null;
    }
  | { readonly sent: false; readonly reason: KeysRefused };

const opcodes = { grabServer: 36, ungrabServer: 37 } as const;
const keyPress = 2;
const keyRelease = 3;
const keyPressMask = 1;
const keyReleaseMask = 2;
/** How long an app may take to say that it has got its keys. */
const noticeMs = 1000;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Target {
  readonly id: number;
  readonly parent: number;
  readonly top: number;
  /** Where a pointer is in the window and in no other; null when something lies over all of it. */
  readonly point: Point | null;
  /** The last point of the screen. */
  readonly corner: Point;
  /** Whether its app listens to the keys of the core protocol. */
  readonly core: boolean;
}

/**
 * Presses keys in a window that need not be in front, and moves neither the user's pointer nor the focus.
 *
 * A keyboard of our own types into whatever window its pointer is over (its focus stays "where the pointer is"), so the
 * pointer is put on a free point of the window; that and the typing happen while no other client can change the screen.
 * Apps that take keys from the core protocol only (Qt, Chromium) do not see that keyboard, whose core events are switched
 * off so that it cannot trigger a window manager's shortcuts. They get the keys as messages; Chromium takes those only
 * while a pointer is in its window, which the seat's is. Some apps (xterm) ignore such messages: sent is not received.
 */
export async function pressKeys(
  parts: { readonly display: Display; readonly host: string; readonly seats: Seats; readonly mark: () => number },
  press: KeyPress,
  budget: Budget,
): Promise<KeyPressed> {
  const { display } = parts;
  const chord = parseChord(press.chord);
  if (chord === null) return { sent: false, reason: "bad_chord" };
  const [keyboard, target] = await within(
    budget,
    Promise.all([readKeyboard(display), findTarget(display, parts.host, press.windowId)]),
  );
  const key = keyboard === null ? null : findKey(keyboard.keymap, chord.keysyms);
  if (keyboard === null || key === null) return { sent: false, reason: "no_key" };
  if (typeof target === "string") return { sent: false, reason: target };
  if (target.point === null && !target.core) return { sent: false, reason: "no_visible_point" };
  assertTimeLeft(budget);

  const progress = { sent: false };
  const work = carryOut(parts, { target, chord, key, keyboard, budget, rest: target.corner, progress });
  try {
    return await within(budget, work);
  } catch (error) {
    // It goes on to its end, so that nothing stays pressed and the server serves everybody again.
    work.catch(() => undefined);
    if (!progress.sent) throw error;
    throw new CodedError("transport_lost", undefined, { delivery: "uncertain" });
  }
}

interface Order {
  readonly target: Target;
  readonly chord: Chord;
  readonly key: Key;
  readonly keyboard: Keyboard;
  readonly budget: Budget;
  /** Where the seat's pointer stays afterwards. */
  readonly rest: Point;
  /** Set right before the first key leaves. */
  readonly progress: { sent: boolean };
}

async function carryOut(parts: Parameters<typeof pressKeys>[0], order: Order): Promise<KeyPressed> {
  const { display, seats } = parts;
  const { target, budget } = order;
  if (target.point === null) return sendEvents(display, order);
  const pressed = await seats.use(async (seat): Promise<KeyPressed> => {
    if (seat === null) return target.core ? sendEvents(display, order) : { sent: false, reason: "no_extension" };
    try {
      return await pressAt(display, seat, order);
    } finally {
      await seat.requests.warp(seat.pointer, order.rest.x, order.rest.y);
    }
  });
  if (!pressed.sent) return pressed;
  return { ...pressed, acknowledged: await caughtUp(display, target.id, parts.mark(), budget, noticeMs) };
}

/** While the server serves nobody else, so that nothing can come between the look at what is under the pointer and the keys. */
async function pressAt(display: Display, seat: Seat, order: Order): Promise<KeyPressed> {
  const { target, chord, key, budget, progress } = order;
  const { requests, pointer, keyboard } = seat;
  const modifiers = await requests.modifiers(keyboard);
  const held = heldKeycodes(chord, key, modifiers, order.keyboard.keymap);
  if (held === null) return { sent: false, reason: "no_key" };
  if (target.point === null) return { sent: false, reason: "no_visible_point" };
  assertTimeLeft(budget);
  const grabbed = display.order(request(opcodes.grabServer, 0));
  try {
    const [, , top, window] = await Promise.all([
      grabbed,
      requests.warp(pointer, target.point.x, target.point.y),
      requests.under(pointer, display.root),
      target.parent === display.root ? target.id : requests.under(pointer, target.parent),
    ]);
    if (top !== target.top || window !== target.id) return { sent: false, reason: "no_visible_point" };
    if (target.core) return await sendEvents(display, order);
    assertTimeLeft(budget);
    progress.sent = true;
    const strokes = [
      ...held.map((keycode) => [keycode, true] as const),
      [key.keycode, true] as const,
      [key.keycode, false] as const,
      ...held.toReversed().map((keycode) => [keycode, false] as const),
    ];
    const accepted = await Promise.all(strokes.map(([keycode, down]) => requests.key(keyboard, keycode, down)));
    if (accepted.every(Boolean)) return { sent: true, route: "seat", acknowledged: null };
    throw new CodedError("failed", "The X server refused some of the keys.", { delivery: "uncertain" });
  } finally {
    await display.order(request(opcodes.ungrabServer, 0));
  }
}

async function sendEvents(
  display: Display,
  { target, chord, key, keyboard, budget, progress }: Order,
): Promise<KeyPressed> {
  const state = stateOf(chord, key, keyboard);
  if (state === null) return { sent: false, reason: "no_key" };
  assertTimeLeft(budget);
  progress.sent = true;
  const [pressed] = await Promise.all([
    sendTo(display, target.id, keyPressMask, keyEvent(display.root, target.id, keyPress, key.keycode, state)),
    sendTo(display, target.id, keyReleaseMask, keyEvent(display.root, target.id, keyRelease, key.keycode, state)),
  ]);
  return pressed ? { sent: true, route: "event", acknowledged: null } : { sent: false, reason: "window_gone" };
}

async function findTarget(display: Display, host: string, windowId: number): Promise<Target | KeysRefused> {
  const [stack, attributes, tree] = await Promise.all([
    readStack(display, host),
    attributesOf(display, windowId),
    treeOf(display, windowId),
  ]);
  const found = stack.windows.find(({ window }) => window.id === windowId);
  if (attributes === null || tree === null) return "window_gone";
  if (found === undefined || !attributes.viewable) return "not_shown";
  const { window, top } = found;
  const parts = await visibleParts(display, stack, { id: windowId, bounds: window.bounds, top });
  return {
    id: windowId,
    parent: tree.parent,
    top,
    point: quietPoint(parts, window.bounds),
    corner: { x: stack.screen.width - 1, y: stack.screen.height - 1 },
    core: (attributes.allEvents & keyPressMask) !== 0,
  };
}
