import { CodedError } from "@beans-picker/shared";
import { assertTimeLeft, type Budget, within } from "./budget.js";
import { type Chord, parseChord } from "./chord.js";
import { attributesOf, treeOf } from "./core.js";
import type { Display } from "./display.js";
import { heldKeycodes, type Keyboard, keyEvent, readKeyboard, stateOf } from "./keyboard.js";
import { findKey, type Key } from "./keymap.js";
import type { KeyLoans } from "./loans.js";
import { request } from "./packet.js";
import { caughtUp, sendTo } from "./ping.js";
import type { Seat, Seats } from "./seat.js";
import { readStack } from "./stack.js";
import { quietPoint, visibleParts } from "./visible.js";

export interface KeyPresses {
  readonly windowId: number;
  /** One after the other: modifiers and one key each, such as `["ctrl", "s"]` or `["escape"]`. */
  readonly chords: readonly (readonly string[])[];
}

/** Why nothing was sent. */
export type KeysRefused =
  /** The names are not modifiers and one key. */
  | "bad_chord"
  /** No key of the keyboard stands for it, alone or with Shift, and none could be lent. */
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

/** `done`: how many of the chords were sent, before the one that was not. */
export type KeysPressed = KeyPressed & { readonly done: number };

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
 * For characters that have no key, such apps are lent one for a moment.
 */
export async function pressKeys(
  parts: KeyParts,
  { windowId, chords }: KeyPresses,
  budget: Budget,
): Promise<KeysPressed> {
  const parsed = chords.map(parseChord);
  let pressed: KeyPressed = { sent: false, reason: "bad_chord" };
  let done = 0;
  for (const chunk of chunksOf(parsed)) {
    pressed =
      chunk === null ? { sent: false, reason: "bad_chord" } : await pressSome(parts, windowId, chunk, budget, done);
    if (!pressed.sent || chunk === null) return { ...pressed, done };
    done += chunk.length;
  }
  return { ...pressed, done };
}

/** So many keys are pressed while the server serves nobody else, and so many of them can be lent ones. */
const mostAtOnce = 24;
const mostLent = 6;

/** The chords in groups that are pressed at once; null where one is no chord, after which nothing follows. */
function chunksOf(chords: readonly (Chord | null)[]): (readonly Chord[] | null)[] {
  if (chords.includes(null)) return [null];
  const chunks: Chord[][] = [];
  let unusual = new Set<number>();
  for (const chord of chords) {
    if (chord === null) break;
    const [keysym = 0] = chord.keysyms;
    // Whether a keyboard has a key for it or not: a few more groups do not matter.
    const fresh = keysym > 0x7e && !unusual.has(keysym);
    const last = chunks.at(-1);
    if (last === undefined || last.length >= mostAtOnce || (fresh && unusual.size >= mostLent)) {
      chunks.push([chord]);
      unusual = new Set(fresh ? [keysym] : []);
    } else {
      last.push(chord);
      if (fresh) unusual.add(keysym);
    }
  }
  return chunks;
}

async function pressSome(
  parts: KeyParts,
  windowId: number,
  chords: readonly Chord[],
  budget: Budget,
  before: number,
): Promise<KeyPressed> {
  const { display, loans } = parts;
  const progress = { sent: before > 0 };
  // It goes on to its end, so that nothing stays pressed and the server serves everybody again.
  const work = (async () => {
    await loans.hold();
    try {
      return await resolveAndPress();
    } finally {
      loans.done();
    }
  })();
  try {
    return await within(budget, work);
  } catch (error) {
    work.catch(() => undefined);
    if (!progress.sent) throw error;
    throw new CodedError("transport_lost", undefined, { delivery: "uncertain" });
  }

  async function resolveAndPress(): Promise<KeyPressed> {
    const [keyboard, target] = await within(
      budget,
      Promise.all([readKeyboard(display), findTarget(display, parts.host, windowId)]),
    );
    if (keyboard === null) return { sent: false, reason: "no_key" };
    const there = chords.map((chord) => ({ chord, key: findKey(keyboard.keymap, chord.keysyms) }));
    const lacking = there.some(({ key }) => key === null);
    if (typeof target === "string") return { sent: false, reason: lacking ? "no_key" : target };
    if (target.point === null && !target.core) return { sent: false, reason: "no_visible_point" };
    assertTimeLeft(budget);
    loans.keep(there.flatMap(({ key }) => key?.keycode ?? []));
    const strokes = lacking && target.core ? await within(budget, borrow(loans, there)) : whole(there);
    if (strokes === null) return { sent: false, reason: "no_key" };
    return await carryOut(parts, { target, strokes, keyboard, budget, rest: target.corner, progress });
  }
}

export interface KeyParts {
  readonly display: Display;
  readonly host: string;
  readonly seats: Seats;
  readonly loans: KeyLoans;
  readonly mark: () => number;
}

interface Stroke {
  readonly chord: Chord;
  readonly key: Key;
}

type Wanted = { readonly chord: Chord; readonly key: Key | null };

function whole(wanted: readonly Wanted[]): readonly Stroke[] | null {
  const strokes = wanted.flatMap(({ chord, key }) => (key === null ? [] : [{ chord, key }]));
  return strokes.length === wanted.length ? strokes : null;
}

/** Keys for characters that have none; null when one cannot be had, or when modifiers are to be held with it. */
async function borrow(loans: KeyLoans, wanted: readonly Wanted[]): Promise<readonly Stroke[] | null> {
  const strokes: Stroke[] = [];
  for (const { chord, key } of wanted) {
    const [keysym] = chord.keysyms;
    const keycode = key !== null || keysym === undefined || chord.held.size > 0 ? null : await loans.lend(keysym);
    if (key === null && keycode === null) return null;
    strokes.push({ chord, key: key ?? { keycode: keycode ?? 0, shift: false } });
  }
  return strokes;
}

interface Order {
  readonly target: Target;
  readonly strokes: readonly Stroke[];
  readonly keyboard: Keyboard;
  readonly budget: Budget;
  /** Where the seat's pointer stays afterwards. */
  readonly rest: Point;
  /** Set right before the first key leaves. */
  readonly progress: { sent: boolean };
}

async function carryOut(parts: KeyParts, order: Order): Promise<KeyPressed> {
  const { display, seats } = parts;
  const { target, budget } = order;
  const sent = await send();
  return sent.sent
    ? { ...sent, acknowledged: await caughtUp(display, target.id, parts.mark(), budget, noticeMs) }
    : sent;

  async function send(): Promise<KeyPressed> {
    if (target.point === null) return sendEvents(display, order);
    return seats.use(async (seat): Promise<KeyPressed> => {
      if (seat === null) return target.core ? sendEvents(display, order) : { sent: false, reason: "no_extension" };
      try {
        const pressed = await pressAt(display, seat, order);
        // Chromium looks for the pointer when it takes the keys out of its queue.
        if (pressed.sent && target.core) await caughtUp(display, target.id, parts.mark(), budget, noticeMs);
        return pressed;
      } finally {
        await seat.requests.warp(seat.pointer, order.rest.x, order.rest.y);
      }
    });
  }
}

/** While the server serves nobody else, so that nothing can come between the look at what is under the pointer and the keys. */
async function pressAt(display: Display, seat: Seat, order: Order): Promise<KeyPressed> {
  const { target, strokes, budget, progress } = order;
  const { requests, pointer, keyboard } = seat;
  const modifiers = await requests.modifiers(keyboard);
  const keys = strokes.flatMap(({ chord, key }) => {
    const held = heldKeycodes(chord, key, modifiers, order.keyboard.keymap);
    return held === null ? [null] : strokesOf(held, key.keycode);
  });
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
    if (keys.includes(null)) return { sent: false, reason: "no_key" };
    assertTimeLeft(budget);
    progress.sent = true;
    const accepted = await Promise.all(
      keys.map((key) => (key === null ? Promise.resolve(true) : requests.key(keyboard, key.keycode, key.down))),
    );
    if (accepted.every(Boolean)) return { sent: true, route: "seat", acknowledged: null };
    throw new CodedError("failed", "The X server refused some of the keys.", { delivery: "uncertain" });
  } finally {
    await display.order(request(opcodes.ungrabServer, 0));
  }
}

/** What is held goes down first and comes up last. */
function strokesOf(held: readonly number[], keycode: number): { keycode: number; down: boolean }[] {
  return [
    ...held.map((each) => ({ keycode: each, down: true })),
    { keycode, down: true },
    { keycode, down: false },
    ...held.toReversed().map((each) => ({ keycode: each, down: false })),
  ];
}

async function sendEvents(
  display: Display,
  { target, strokes, keyboard, budget, progress }: Order,
): Promise<KeyPressed> {
  const states = strokes.map(({ chord, key }) => stateOf(chord, key, keyboard));
  if (states.includes(null)) return { sent: false, reason: "no_key" };
  assertTimeLeft(budget);
  progress.sent = true;
  const { root } = display;
  const accepted = await Promise.all(
    strokes.flatMap(({ key: { keycode } }, at) => [
      sendTo(display, target.id, keyPressMask, keyEvent(root, target.id, keyPress, keycode, states[at] ?? 0)),
      sendTo(display, target.id, keyReleaseMask, keyEvent(root, target.id, keyRelease, keycode, states[at] ?? 0)),
    ]),
  );
  return accepted.every(Boolean)
    ? { sent: true, route: "event", acknowledged: null }
    : { sent: false, reason: "window_gone" };
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
