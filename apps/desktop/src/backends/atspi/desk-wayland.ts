import { nativeRole, refKey, type AccessibleFacts, type Frame } from "@beans-picker/desktop";
import type { Capture } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import type { X11Window } from "@beans-picker/x11";
import { limitBudget, type CallBudget } from "../../budget.js";
import { Lazy } from "../lazy.js";
import type { Accessibility, AccessibleApp } from "./accessibility.js";
import type { Desk, DeskView, KeysTaken } from "./desk.js";

/** How long one app may take to tell its windows, in ms; one that hangs has none meanwhile. */
const TOPS_MS = 1_500;
const windowRoles: ReadonlySet<string> = new Set([
  "frame",
  "window",
  "dialog",
  "alert",
  "file chooser",
  "color chooser",
]);
const dialogRoles: ReadonlySet<string> = new Set(["dialog", "alert", "file chooser", "color chooser"]);

/**
 * A Wayland session, in which no app is told of the windows of another. Windows are what apps say of themselves over the
 * accessibility bus; their controls are read and acted on there as anywhere. What needs the display is refused: keys,
 * pictures, places, the front.
 */
export class WaylandDesk implements Desk {
  readonly transport = "atspi";
  readonly #accessibility: Lazy<Accessibility>;
  /** Numbers for windows, which have none here; the same object keeps its number. */
  readonly #numbers = new Map<string, number>();

  constructor(openAccessibility: () => Promise<Accessibility>) {
    this.#accessibility = new Lazy(openAccessibility);
  }

  async view(budget: CallBudget): Promise<DeskView> {
    const accessibility = await this.#accessibility.get();
    const apps = await accessibility.applications(budget);
    const tops = await Promise.all(
      apps.map(async (app) => {
        const all = await accessibility.topLevels(app, limitBudget(budget, TOPS_MS)).catch(() => []);
        return all.filter((top) => windowRoles.has(nativeRole(top))).map((top) => ({ app, top }));
      }),
    );
    const windows = tops.flat().map(({ app, top }, at) => this.#window(app, top, at));
    return { windows, active: windows.find(({ active }) => active === true)?.id ?? null, desktop: null };
  }

  async activeWindow(budget: CallBudget): Promise<number | null> {
    return (await this.view(budget)).active ?? 0;
  }

  personIdleMs(): Promise<number | null> {
    return Promise.resolve(null);
  }

  /** Of no window is it known. */
  drawings(): Promise<ReadonlyMap<number, number>> {
    return Promise.resolve(new Map());
  }

  captureWindow(): Promise<Capture> {
    return refused("unsupported", "pictures of other apps' windows");
  }

  captureScreen(): Promise<Capture> {
    return refused("unsupported", "pictures of the screen");
  }

  pressKeys(): Promise<KeysTaken> {
    return refused("background_unavailable", "keys to a window that is not in front");
  }

  asIfInFront(): Promise<never> {
    return refused("background_unavailable", "keys to a window that is not in front");
  }

  /** No keys were pressed. */
  settled(): Promise<void> {
    return Promise.resolve();
  }

  setFrame(): Promise<Frame | null> {
    return refused("unsupported", "moving another app's window");
  }

  activate(): Promise<void> {
    return refused("unsupported", "bringing another app's window to the front");
  }

  async close(): Promise<void> {
    await this.#accessibility.close((opened) => opened.close());
  }

  #window(app: AccessibleApp, top: AccessibleFacts, at: number): X11Window {
    const key = refKey(top.ref);
    const id = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, id);
    const bounds = top.extents ?? { x: 0, y: 0, width: 1, height: 1 };
    return {
      id,
      pid: app.pid,
      app: app.name,
      title: top.name,
      transientFor: null,
      type: dialogRoles.has(nativeRole(top)) ? "dialog" : "normal",
      modal: top.states.has("modal"),
      overrideRedirect: false,
      managed: true,
      bounds,
      frame: bounds,
      minimised: top.states.has("iconified"),
      maximised: false,
      fullscreen: false,
      desktop: null,
      mapped: top.states.has("showing") || top.states.has("visible"),
      zIndex: at,
      active: top.states.has("active"),
    };
  }
}

function refused(code: "unsupported" | "background_unavailable", what: string): Promise<never> {
  return Promise.reject(
    new CodedError(code, `A Wayland session does not allow ${what}; nothing was done. Use an X11 session for that.`, {
      delivery: "not_delivered",
    }),
  );
}
