import { windowsOfApp } from "./app-names.js";
import type { Action, AppEntry, Frame, Performed, WindowEntry } from "@beans-picker/desktop";
import type { BackendDescription, Capture, LaunchResult } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import type { LaunchRequest, Look, WindowFilter, WindowRef } from "../../backend.js";
import { monotonic, type CallBudget } from "../../budget.js";
import { Lazy } from "../lazy.js";
import type { Accessibility } from "./accessibility.js";
import type { Desk } from "./desk.js";
import { FrontKeeper } from "./front.js";
import { backendName, observe, type Eyes, type Observation } from "./observe.js";
import { KeptLooks } from "./kept-looks.js";
import { launchApp } from "./launch/launch.js";
import { performNative } from "./perform.js";
import { entriesOf } from "./windows.js";

export interface NativeBackendOptions {
  readonly desk: Desk;
  readonly openAccessibility: () => Promise<Accessibility>;
  /** Of this process; apps that are started get it, too. */
  readonly env: NodeJS.ProcessEnv;
  /** Why this back end was chosen, for people. */
  readonly reason: string;
}

/** The desktop through AT-SPI and X11 themselves: what can be done without a driver. */
export class NativeBackend {
  /** The accessible objects of each look; gone when the look is. */
  readonly #observations = new WeakMap<Look, Observation>();

  readonly #absent = new Set<number>();
  readonly #kept = new KeptLooks();
  readonly #desk: Desk;
  readonly #reason: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #accessibility: Lazy<Accessibility>;
  readonly #front: FrontKeeper;

  constructor({ desk, openAccessibility, env, reason }: NativeBackendOptions) {
    this.#desk = desk;
    this.#reason = reason;
    this.#env = env;
    this.#accessibility = new Lazy(openAccessibility);
    this.#front = new FrontKeeper(desk, monotonic);
  }

  async describe(budget: CallBudget): Promise<BackendDescription> {
    await Promise.all([this.#desk.view(budget), this.#accessibility.get()]);
    const { transport } = this.#desk;
    return { backend: backendName, platform: "linux", transport, driverVersion: null, tools: [], reason: this.#reason };
  }

  /** The processes that own windows. */
  async listApps(budget: CallBudget): Promise<AppEntry[]> {
    const view = await this.#desk.view(budget);
    const active = view.windows.find(({ id }) => id === view.active)?.pid ?? null;
    const apps = new Map<number, AppEntry>();
    for (const { pid, app } of entriesOf(view, {})) {
      if (pid === null || app === "" || apps.has(pid)) continue;
      apps.set(pid, { pid, name: app, bundleId: null, active: view.active === null ? null : pid === active });
    }
    return [...apps.values()];
  }

  async listWindows(filter: WindowFilter, budget: CallBudget): Promise<WindowEntry[]> {
    const windows = entriesOf(await this.#desk.view(budget), filter);
    return filter.app === undefined ? windows : windowsOfApp(windows, filter.app, this.#env);
  }

  async look(window: WindowRef, budget: CallBudget): Promise<Look> {
    // The display is reached at the same time as the accessibility bus.
    const viewing = this.#desk.view(budget);
    viewing.catch(() => undefined);
    const observation = await observe(await this.#eyes(), window, budget, viewing);
    const look = { snapshot: observation.snapshot };
    this.#observations.set(look, observation);
    return look;
  }

  async changed(look: Look, waitMs: number, budget: CallBudget): Promise<boolean> {
    const told = this.#observations.get(look)?.told;
    if (told === undefined || told.size === 0) return false;
    return await (await this.#accessibility.get()).moreThan(told, waitMs, budget);
  }

  async perform(look: Look, action: Action, budget: CallBudget): Promise<Performed> {
    const { pid, windowId } = look.snapshot.window;
    const window = { pid, windowId };
    const eyes = await this.#eyes();
    const { accessibility, desk } = eyes;
    accessibility.expectChange();
    const again = (left: CallBudget) => observe(eyes, window, left);
    const kept = this.#observations.get(look);
    if (kept === undefined) throw new CodedError("snapshot_unavailable", undefined, { delivery: "not_delivered" });
    const stage = { accessibility, desk, window, seen: kept };
    const binder = { accessibility, look: again, kept };
    try {
      return await this.#front.keep(() => performNative(stage, binder, action, budget), budget);
    } finally {
      accessibility.expectChange();
    }
  }

  async captureWindow(window: WindowRef, budget: CallBudget): Promise<Capture> {
    await this.#find(window, budget);
    return await this.#desk.captureWindow(window.windowId, budget);
  }

  async captureScreen(region: Frame | null, budget: CallBudget): Promise<Capture> {
    return await this.#desk.captureScreen(region, budget);
  }

  async setWindowFrame(window: WindowRef, frame: Frame, budget: CallBudget): Promise<Frame | null> {
    await this.#find(window, budget);
    return await this.#desk.setFrame(window.windowId, frame, budget);
  }

  async close(): Promise<void> {
    await this.#front.close();
    await Promise.allSettled([this.#accessibility.close((opened) => opened.close()), this.#desk.close()]);
  }

  /** An app that takes the front when it comes up gives it back at once. */
  async launch(request: LaunchRequest, budget: CallBudget): Promise<LaunchResult> {
    // Apps look once, when they start, whether anybody wants to hear of their controls.
    await this.#accessibility.get().catch(() => undefined);
    return await this.#front.keep(() => launchApp(this.#desk, this.#env, request, budget), budget);
  }

  async #eyes(): Promise<Eyes & { readonly accessibility: Accessibility }> {
    return { accessibility: await this.#accessibility.get(), desk: this.#desk, absent: this.#absent, kept: this.#kept };
  }

  /** Rejects with `window_not_found` unless the window is there and belongs to the process. */
  async #find({ pid, windowId }: WindowRef, budget: CallBudget): Promise<void> {
    const window = (await this.#desk.view(budget)).windows.find(({ id }) => id === windowId);
    if (window === undefined || (window.pid !== null && window.pid !== pid)) {
      throw new CodedError("window_not_found", undefined, { delivery: "not_delivered" });
    }
  }
}
