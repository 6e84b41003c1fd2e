import { hostname } from "node:os";
import type { Frame } from "@beans-picker/desktop";
import { defaultMaxFrameBytes, type Capture } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { encodePng, x11Desktop, type Picture, type X11Desktop } from "@beans-picker/x11";
import { monotonic, pause, startBudget, type CallBudget } from "../../budget.js";
import type { Chord, Desk, DeskView, KeysTaken } from "./desk.js";
import { half } from "./half.js";
import { keysNotTaken, refusedKeys } from "./refused-keys.js";

/** A picture must fit a message; the rest of that is far smaller than this. */
const MAX_PICTURE_BYTES = defaultMaxFrameBytes - 64 * 1024;

export interface X11DeskOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Throws when this session has no X11 display to work on. */
  readonly assertSession: () => void;
}

/** How long an app that is busy may take until it takes its keys, in ms. */
const TAKING_MS = 8_000;
/** How long telling an app that its window is not in front after all may take once the work is over, in ms. */
const UNTELL_MS = 2_000;
/** Qt believes for a moment that the focus may come back, and gives it up then, whatever it was told meanwhile. In ms. */
const UNTOLD_MS = 250;

/** The X server named by DISPLAY. */
export class X11Desk implements Desk {
  readonly transport = "atspi+x11";
  readonly #desktop: X11Desktop;
  readonly #assertSession: () => void;
  /** Windows whose apps may not have taken all of their keys yet. */
  readonly #waiting = new Set<number>();
  /** When a window was last told that it is not in front after all. */
  #untold = Number.NEGATIVE_INFINITY;

  constructor({ env, platform, assertSession }: X11DeskOptions) {
    // A DISPLAY beside a Wayland session is a server of its own, with windows of its own.
    const x11Env = { ...env, WAYLAND_DISPLAY: undefined };
    this.#desktop = x11Desktop({ env: x11Env, platform, host: hostname(), now: monotonic });
    this.#assertSession = assertSession;
  }

  async view(budget: CallBudget): Promise<DeskView> {
    const [listed, desktop] = await this.#use((x11) => Promise.all([x11.windows(budget), x11.currentDesktop(budget)]));
    const windows = listed.reverse();
    return { windows, active: windows.find(({ active }) => active === true)?.id ?? null, desktop };
  }

  async activeWindow(budget: CallBudget): Promise<number | null> {
    return await this.#use((desktop) => desktop.activeWindow(budget));
  }

  async personIdleMs(budget: CallBudget): Promise<number | null> {
    return await this.#use((desktop) => desktop.idleMs(budget));
  }

  async drawings(windowIds: readonly number[], budget: CallBudget): Promise<ReadonlyMap<number, number>> {
    return await this.#use((desktop) => desktop.drawings(windowIds, budget));
  }

  async captureWindow(windowId: number, budget: CallBudget): Promise<Capture> {
    return await encode(await this.#use((desktop) => desktop.captureWindow(windowId, "bounds", budget)));
  }

  async captureScreen(region: Frame | null, budget: CallBudget): Promise<Capture> {
    return await encode(await this.#use((desktop) => desktop.captureScreen(region, budget)));
  }

  async pressKeys(windowId: number, chords: readonly Chord[], budget: CallBudget): Promise<KeysTaken> {
    await this.settled([windowId], budget);
    this.#waiting.add(windowId);
    const pressed = await this.#use((desktop) => desktop.pressKeys({ windowId, chords }, budget));
    if (!pressed.sent && pressed.done === 0) this.#waiting.delete(windowId);
    if (!pressed.sent) throw refusedKeys(pressed.reason, pressed.done > 0);
    const taken = pressed.acknowledged === false ? await this.#catchUp(windowId, budget) : pressed.acknowledged;
    if (taken === false) throw keysNotTaken("uncertain");
    this.#waiting.delete(windowId);
    return taken === null ? "unknown" : "taken";
  }

  async settled(windowIds: readonly number[], budget: CallBudget): Promise<void> {
    for (const windowId of windowIds.filter((id) => this.#waiting.has(id))) {
      if ((await this.#catchUp(windowId, budget)) === false) throw keysNotTaken("not_delivered");
      this.#waiting.delete(windowId);
    }
  }

  async #catchUp(windowId: number, budget: CallBudget): Promise<boolean | null> {
    const patience = Math.min(TAKING_MS, budget.remainingMs());
    return await this.#use((desktop) => desktop.caughtUp(windowId, patience, budget)).catch((error: unknown) => {
      if (error instanceof CodedError && error.code === "driver_timeout") return false;
      throw error;
    });
  }

  async asIfInFront<T>(windowId: number, work: () => Promise<T>, budget: CallBudget): Promise<T> {
    const { windows, active } = await this.view(budget);
    if (active === windowId) return await work();
    const [own, front] = [windowId, active].map((id) => windows.find((window) => window.id === id));
    if (own === undefined) throw new CodedError("target_gone", undefined, { delivery: "not_delivered" });
    if (own.pid !== null && own.pid === front?.pid) {
      throw new CodedError(
        "background_unavailable",
        "Another window of the app is in front, and the focus inside the app must stay there; nothing was sent.",
        { delivery: "not_delivered" },
      );
    }
    await pause(Math.max(0, this.#untold + UNTOLD_MS - monotonic()), budget);
    await this.#use((desktop) => desktop.tellFocus(windowId, "in", budget));
    try {
      return await work();
    } finally {
      const last = startBudget(new AbortController().signal, UNTELL_MS, monotonic);
      await this.#use(async (desktop) => {
        // A person may have brought it to the front meanwhile.
        if ((await desktop.activeWindow(last)) === windowId) return;
        await desktop.tellFocus(windowId, "out", last);
        await desktop.caughtUp(windowId, UNTELL_MS, last);
      }).catch(() => undefined);
      this.#untold = monotonic();
    }
  }

  async setFrame(windowId: number, frame: Frame, budget: CallBudget): Promise<Frame | null> {
    return (await this.#use((desktop) => desktop.moveResize(windowId, frame, budget)))?.bounds ?? null;
  }

  async activate(windowId: number, budget: CallBudget): Promise<void> {
    await this.#use((desktop) => desktop.activate(windowId, budget));
  }

  async close(): Promise<void> {
    await this.#desktop.close();
  }

  async #use<T>(work: (desktop: X11Desktop) => Promise<T>): Promise<T> {
    this.#assertSession();
    try {
      return await work(this.#desktop);
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== "driver_unavailable") throw error;
      throw new CodedError(
        "driver_unavailable",
        "The X11 display named by DISPLAY cannot be reached. Check DISPLAY and XAUTHORITY.",
        { delivery: error.facts.delivery ?? "not_delivered", retry: true },
      );
    }
  }
}

async function encode({ width, height, rgba, area, occluded }: Picture): Promise<Capture> {
  for (let pixels = { width, height, rgba }; ; pixels = half(pixels)) {
    const png = await encodePng(pixels);
    if (png.length <= MAX_PICTURE_BYTES) {
      const { width: columns, height: rows } = pixels;
      return { png: new Uint8Array(png), width: columns, height: rows, scale: columns / area.width, area, occluded };
    }
    if (pixels.width < 2 || pixels.height < 2) throw new CodedError("capture_failed");
  }
}
