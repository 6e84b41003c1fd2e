import { randomBytes } from "node:crypto";
import { CodedError, timeLimit } from "@beans-picker/shared";
import { displayAddress, displayName, type Session } from "./address.js";
import { type Budget, within } from "./budget.js";
import { captureScreen, captureWindow, type Picture } from "./capture.js";
import { openDisplay } from "./connection.js";
import type { Display } from "./display.js";
import type { Rect } from "./geometry.js";
import { DrawingCounter } from "./drawing-counter.js";
import { tellFocus } from "./focus-news.js";
import { idleClock, type IdleClock } from "./idle.js";
import { type KeyPresses, type KeysPressed, pressKeys } from "./keys.js";
import { type KeyLoans, keyLoans } from "./loans.js";
import { caughtUp } from "./ping.js";
import { activate, activeWindow, currentDesktop, moveResize, type Placement } from "./placement.js";
import { type Seats, seatsOf } from "./seat.js";
import { rootProperties, type Stack } from "./stack.js";
import type { X11Window } from "./window.js";
import { WindowList } from "./window-list.js";
import { windowNames } from "./window-reading.js";

export interface Surroundings extends Session {
  /** Name of this machine, as windows give it in WM_CLIENT_MACHINE. */
  readonly host: string;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * The windows of one X11 desktop. It connects at the first call and again after the connection was lost. Every call keeps
 * to its budget and rejects with a `CodedError`: `unsupported` where there is no such desktop, `driver_unavailable` when
 * the server cannot be reached, `driver_timeout` and `cancelled` by the budget, and what the single calls name.
 */
export interface X11Desktop {
  /** From the front to the back. */
  windows(budget: Budget): Promise<X11Window[]>;
  /** See {@link DrawingCounter.counts}. */
  drawings(windowIds: readonly number[], budget: Budget): Promise<ReadonlyMap<number, number>>;
  /** The window that the window manager calls active, 0 when none is; null when it says nothing. */
  activeWindow(budget: Budget): Promise<number | null>;
  /** Number of the desktop that is shown; null when the window manager has none or does not say. */
  currentDesktop(budget: Budget): Promise<number | null>;
  /** How long the user's own pointer and keyboard have been still, in ms; null when the server does not count it. */
  idleMs(budget: Budget): Promise<number | null>;
  /** See {@link captureWindow}. */
  captureWindow(windowId: number, extent: "bounds" | "frame", budget: Budget): Promise<Picture>;
  /** All of the screen, or the part of it that is named. */
  captureScreen(part: Rect | null, budget: Budget): Promise<Picture>;
  /** See {@link pressKeys}. One caller's keys at a time. */
  pressKeys(presses: KeyPresses, budget: Budget): Promise<KeysPressed>;
  /** See {@link caughtUp}; waits for at most `ms`. */
  caughtUp(windowId: number, ms: number, budget: Budget): Promise<boolean | null>;
  /** See {@link tellFocus}. */
  tellFocus(windowId: number, news: "in" | "out", budget: Budget): Promise<boolean>;
  /** See {@link moveResize}. */
  moveResize(windowId: number, bounds: Rect, budget: Budget): Promise<Placement | null>;
  /** See {@link activate}. */
  activate(windowId: number, budget: Budget): Promise<boolean>;
  /** Ends the connection, after a press that is under way. */
  close(): Promise<void>;
}

const connectMs = 5_000;
/** How long `close` waits for a press that is under way, and for apps to let the second seat go. */
const closeMs = 2_000;
const newsMs = 500;
/** What others have left can wait until the first look is over; not until keys are pressed. */
const adoptMs = 250;

interface Connected {
  readonly display: Display;
  readonly seats: Seats;
  readonly loans: KeyLoans;
  readonly idle: IdleClock;
  readonly list: WindowList;
  readonly drawn: DrawingCounter;
  /** Takes over what a process that died has left: a pointer on the screen, or keys that stand for something. */
  readonly adopt: () => Promise<unknown>;
}

export function x11Desktop(around: Surroundings): X11Desktop {
  const purpose = "windows cannot be seen or used";
  let connected: Promise<Connected> | undefined;
  let typing: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();
  const random = (): number => randomBytes(4).readUInt32LE(0);

  async function connect(): Promise<Connected> {
    const address = displayAddress(displayName(around, purpose), purpose);
    const patience = timeLimit(connectMs, closing.signal);
    const display = await openDisplay(address, around.env, patience).catch((error: unknown) => {
      throw new CodedError(
        "driver_unavailable",
        `The X server cannot be reached: ${wordsOf(error)}. Nothing was done.`,
      );
    });
    const seats = seatsOf(display, random);
    const loans = keyLoans(display);
    const drawn = new DrawingCounter(display);
    display.prepare([...rootProperties, ...windowNames]);
    drawn.prepare();
    const list = new WindowList(display, around.host, around.now);
    let adopted: Promise<unknown> | undefined;
    const adopt = (): Promise<unknown> => (adopted ??= Promise.all([seats.adopt(), loans.adopt()]));
    setTimeout(() => void adopt().catch(() => undefined), adoptMs).unref();
    return { display, seats, loans, idle: idleClock(display), list, drawn, adopt };
  }

  function connection(): Promise<Connected> {
    if (closing.signal.aborted) return Promise.reject(new CodedError("shutting_down"));
    const known = (connected ??= connect());
    const forget = (): void => {
      if (connected === known) connected = undefined;
    };
    known.then(({ display }) => display.lost.then(forget), forget);
    return known;
  }

  async function using<T>(budget: Budget, use: (parts: Connected) => Promise<T>): Promise<T> {
    const parts = await within(budget, connection());
    try {
      return await use(parts);
    } catch (error) {
      if (error instanceof CodedError) throw error;
      throw new CodedError("driver_unavailable", `The X server went away: ${wordsOf(error)}.`);
    }
  }

  return {
    windows: (budget) => using(budget, async ({ list }) => fromTheFront(await within(budget, list.read()))),
    drawings: (windowIds, budget) =>
      using(budget, ({ list, drawn }) =>
        within(
          budget,
          list.read().then((stack) => drawn.counts(windowIds, stack)),
        ),
      ),
    activeWindow: (budget) => using(budget, ({ display }) => within(budget, activeWindow(display))),
    currentDesktop: (budget) => using(budget, ({ display }) => within(budget, currentDesktop(display))),
    idleMs: (budget) => using(budget, ({ idle }) => within(budget, idle.idleMs())),
    captureScreen: (part, budget) => using(budget, ({ display }) => captureScreen(display, part, budget)),
    captureWindow: (windowId, extent, budget) =>
      using(budget, async ({ display, list, drawn }) => {
        drawn.release(windowId, await within(budget, list.read()));
        return captureWindow({ display, ...around, mark: random }, windowId, extent, budget);
      }),
    moveResize: (windowId, bounds, budget) =>
      using(budget, ({ display }) => moveResize(display, around.host, windowId, bounds, budget)),
    activate: (windowId, budget) => using(budget, ({ display }) => activate(display, windowId, budget)),
    async pressKeys(presses, budget) {
      const before = typing;
      const work = (async () => {
        await within(budget, before);
        return using(budget, async (parts) => {
          await within(budget, parts.adopt());
          return await pressKeys({ ...parts, host: around.host, mark: random }, presses, budget);
        });
      })();
      typing = work.catch(() => undefined);
      return work;
    },
    caughtUp: (windowId, ms, budget) =>
      using(budget, ({ display }) => caughtUp(display, windowId, random(), budget, ms)),
    tellFocus: (windowId, news, budget) =>
      using(budget, ({ display }) => within(budget, tellFocus(display, windowId, news))),
    async close() {
      closing.abort();
      await typing;
      const last = connected;
      connected = undefined;
      await last?.then(
        async ({ display, seats, loans, adopt }) => {
          await Promise.race([adopt(), display.lost, pause(closeMs)]).catch(() => undefined);
          await Promise.race([loans.close(), display.lost, pause(closeMs)]).catch(() => undefined);
          await Promise.race([seats.close(newsMs), display.lost, pause(closeMs)]).catch(() => undefined);
          display.close();
        },
        () => undefined,
      );
    },
  };
}

function fromTheFront({ windows }: Stack): X11Window[] {
  return windows.map(({ window }) => window).sort((a, b) => b.zIndex - a.zIndex);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : "it did not say why";
}
