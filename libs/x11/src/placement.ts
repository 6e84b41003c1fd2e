import { CodedError } from "@beans-picker/shared";
import { assertTimeLeft, type Budget, eventually, within } from "./budget.js";
import type { Display } from "./display.js";
import { type Rect, sameRect } from "./geometry.js";
import { messageEvent, sendTo } from "./ping.js";
import { firstWord, words } from "./property.js";
import { describe, readWindow } from "./window-reading.js";

/** Messages to the window manager go to the root, to those who listen to one of these. Source: EWMH 1.5, "Root window messages". */
const toManager = (1 << 19) | (1 << 20);
/** Whoever asks says that it acts for the user, as a pager or taskbar does. */
const fromPager = 2;
const supportedWords = 1024;
/** Static gravity: x and y are the app's own area, wherever the decoration is. Then the bits for x, y, width, height. */
const moveResizeFlags = 10 | (0xf << 8) | (fromPager << 12);
const longestSide = 32_767;

/** How long a window manager may take to carry out what it was asked. */
const settleMs = 500;
const everyMs = 10;

/** A window's place: the app's own area, and that with decoration. */
export interface Placement {
  readonly bounds: Rect;
  readonly frame: Rect;
}

/**
 * Asks the window manager to give the app's own area (`bounds`) another place, and reads where it is afterwards; a window
 * manager and the app itself may allow something else than was asked. Null when the window is gone by then.
 * Fails with `window_not_found`, `bad_arguments`, `unsupported`.
 */
export async function moveResize(
  display: Display,
  host: string,
  windowId: number,
  bounds: Rect,
  budget: Budget,
): Promise<Placement | null> {
  const wanted = rounded(bounds);
  if (wanted === null)
    throw new CodedError("bad_arguments", "A window cannot have this place or size; nothing was done.");
  const read = async (): Promise<Placement | null> => {
    const reading = await readWindow(display, windowId, host, true);
    return reading === null ? null : describe(reading, undefined, 0, { active: null, desktop: null });
  };
  const [type, supported, before] = await within(
    budget,
    Promise.all([display.atom("_NET_MOVERESIZE_WINDOW"), supportedByManager(display), read()]),
  );
  if (before === null) throw new CodedError("window_not_found");
  if (type === null || !supported.includes(type)) throw noManager();
  assertTimeLeft(budget);
  const { x, y, width, height } = wanted;
  await within(
    budget,
    sendTo(display, display.root, toManager, messageEvent(windowId, type, [moveResizeFlags, x, y, width, height])),
  );
  await eventually(budget, settleMs, everyMs, async () => {
    const now = await read();
    return now === null || sameRect(now.bounds, wanted) ? true : undefined;
  });
  return within(budget, read());
}

/**
 * Asks the window manager to make the window the active one; used to give the front back to the window that had it.
 * Answers with whether it is. Fails with `unsupported` without a window manager.
 */
export async function activate(display: Display, windowId: number, budget: Budget): Promise<boolean> {
  const before = await within(budget, activeWindow(display));
  if (before === windowId) return true;
  assertTimeLeft(budget);
  await within(budget, askForFront(display, windowId, before));
  const active = await eventually(budget, settleMs, everyMs, async () =>
    (await activeWindow(display)) === windowId ? true : undefined,
  );
  return active ?? false;
}

/**
 * Asks the window manager, as a taskbar does, to make the window the active one, and does not wait for it. `before` is the
 * active window. Fails with `unsupported` without a window manager.
 */
export async function askForFront(display: Display, windowId: number, before: number | null): Promise<void> {
  const [type, supported] = await Promise.all([display.atom("_NET_ACTIVE_WINDOW"), supportedByManager(display)]);
  if (type === null || !supported.includes(type)) throw noManager();
  await sendTo(display, display.root, toManager, messageEvent(windowId, type, [fromPager, 0, before ?? 0]));
}

/** The window that the window manager calls active, 0 when none is; null when it says nothing. */
export async function activeWindow(display: Display): Promise<number | null> {
  return firstWord(await display.property(display.root, "_NET_ACTIVE_WINDOW", 1));
}

/** Number of the desktop that is shown; null when the window manager does not say. */
export async function currentDesktop(display: Display): Promise<number | null> {
  return firstWord(await display.property(display.root, "_NET_CURRENT_DESKTOP", 1));
}

async function supportedByManager(display: Display): Promise<readonly number[]> {
  return words(await display.property(display.root, "_NET_SUPPORTED", supportedWords));
}

function noManager(): CodedError {
  return new CodedError("unsupported", "No window manager here takes such a request; nothing was done.");
}

function rounded({ x, y, width, height }: Rect): Rect | null {
  const numbers = [x, y, width, height].map(Math.round);
  if (!numbers.every((number) => Math.abs(number) <= longestSide) || Math.min(width, height) < 1) return null;
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
