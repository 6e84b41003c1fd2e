import { randomUUID } from "node:crypto";
import type { Action, AppEntry, Frame, Performed, WindowEntry } from "@beans-picker/desktop";
import type { BackendDescription, Capture, LaunchResult, RawResult } from "@beans-picker/protocol";
import type { Logger } from "pino";
import type {
  ClipboardContent,
  ClipboardItem,
  DesktopBackend,
  LaunchRequest,
  Look,
  WindowFilter,
  WindowRef,
} from "../../backend.js";
import { CodedError } from "@beans-picker/shared";
import type { CallBudget } from "../../budget.js";
import { captureScreen, captureWindow } from "./capture.js";
import { readClipboard, writeClipboard } from "./clipboard.js";
import { listApps, listWindows } from "./discover.js";
import { CuaDriver } from "./driver.js";
import { launchApp } from "./launch.js";
import { actMacos } from "./macos/act.js";
import { backendName, observe, type Observation, type Platform } from "./observe.js";
import { performSteps } from "./perform.js";
import { planLinux } from "./perform-linux.js";
import { prepareConnection } from "./prepare.js";
import { readAnswer } from "./refusal.js";
import type { OpenTransport } from "./transport.js";
import { setWindowFrame } from "./window-frame.js";

/** Tools that change nothing, so that a call of one may be repeated after a lost connection. */
const readTools: ReadonlySet<string> = new Set([
  "get_window_state",
  "list_windows",
  "list_apps",
  "get_accessibility_tree",
  "get_config",
  "get_screen_size",
  "get_cursor_position",
]);

/** The driver keeps what a browser tool finds per named session and refuses the call without a name. */
const browserTool = /^(browser_|get_browser_state$)/;

export interface CuaBackendOptions {
  readonly platform: Platform;
  readonly open: OpenTransport;
  /** Longest time for one driver call, in ms. */
  readonly timeoutMs: number;
  readonly log: Logger;
  /** False switches clicks at a point off (macOS). */
  readonly pixel?: boolean;
}

/** The desktop through cua-driver. */
export class CuaBackend implements DesktopBackend {
  readonly #driver: CuaDriver;
  readonly #platform: Platform;
  readonly #pixel: boolean;
  readonly #session = `beans-picker-${randomUUID()}`;
  /** The driver's own names of the controls of each look; gone when the look is. */
  readonly #observations = new WeakMap<Look, Observation>();

  constructor(options: CuaBackendOptions) {
    const { platform, open, timeoutMs, log } = options;
    this.#platform = platform;
    this.#pixel = options.pixel ?? true;
    this.#driver = new CuaDriver({
      open,
      timeoutMs,
      log,
      prepare: (connection, budget) => prepareConnection(connection, platform, budget),
    });
  }

  async describe(budget: CallBudget): Promise<BackendDescription> {
    const { transport, tools } = await this.#driver.connection(budget);
    return {
      backend: backendName,
      platform: this.#platform,
      transport: transport.name,
      driverVersion: transport.driverVersion,
      tools: [...tools.keys()].sort(),
    };
  }

  async listApps(budget: CallBudget): Promise<AppEntry[]> {
    return await listApps(this.#driver, this.#platform, budget);
  }

  async listWindows(filter: WindowFilter, budget: CallBudget): Promise<WindowEntry[]> {
    return await listWindows(this.#driver, filter, budget);
  }

  async look(window: WindowRef, budget: CallBudget): Promise<Look> {
    const observation = await observe(this.#driver, this.#platform, window, budget);
    const look = { snapshot: observation.snapshot };
    this.#observations.set(look, observation);
    return look;
  }

  /** The driver tells nothing of changes. */
  changed(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async perform(look: Look, action: Action, budget: CallBudget): Promise<Performed> {
    const before = look.snapshot;
    const window = { pid: before.window.pid, windowId: before.window.windowId };
    const driver = this.#driver;
    const lookAgain = (left: CallBudget) => observe(driver, this.#platform, window, left);
    if (this.#platform === "linux") {
      // A token is resolved by counting in a walk at that moment, so it only means something right after a look.
      const plan = (now: Observation) => planLinux(before, action, now, window);
      return await performSteps({ driver, look: lookAgain, plan, relook: "always" }, budget);
    }
    const kept = this.#observations.get(look);
    return await actMacos({ driver, window, before, kept, look: lookAgain, pixel: this.#pixel }, action, budget);
  }

  async captureWindow(window: WindowRef, budget: CallBudget): Promise<Capture> {
    return await captureWindow(this.#driver, window, budget);
  }

  async captureScreen(region: Frame | null, budget: CallBudget): Promise<Capture> {
    if (region !== null) {
      throw new CodedError(
        "unsupported",
        "The driver pictures the whole screen only; nothing was captured. Leave region out.",
        { delivery: "not_delivered" },
      );
    }
    return await captureScreen(this.#driver, budget);
  }

  async setWindowFrame(window: WindowRef, frame: Frame, budget: CallBudget): Promise<Frame | null> {
    return await setWindowFrame(this.#driver, window, frame, budget);
  }

  async clipboardRead(budget: CallBudget): Promise<ClipboardContent> {
    return await readClipboard(this.#driver, budget);
  }

  async clipboardWrite(item: ClipboardItem, budget: CallBudget): Promise<readonly string[]> {
    return await writeClipboard(this.#driver, item, budget);
  }

  async launch(request: LaunchRequest, budget: CallBudget): Promise<LaunchResult> {
    return await launchApp(this.#driver, this.#platform, request, budget);
  }

  async callDriver(tool: string, args: Readonly<Record<string, unknown>>, budget: CallBudget): Promise<RawResult> {
    const named =
      browserTool.test(tool) && !Object.hasOwn(args, "session") ? { ...args, session: this.#session } : args;
    const reply = await this.#driver.call(tool, named, readTools.has(tool) ? "reads" : "acts", budget);
    const answer = readAnswer(reply);
    return {
      isError: reply.isError,
      text: reply.text,
      structured: reply.structured,
      images: [...reply.images],
      code: answer.kind === "refused" ? answer.refusal.code : null,
    };
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }
}
