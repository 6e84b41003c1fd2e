import type { Action, AppEntry, Frame, Performed, WindowEntry } from "@beans-picker/desktop";
import type { BackendDescription, Capture, LaunchResult, RawResult } from "@beans-picker/protocol";
import type {
  ClipboardContent,
  ClipboardItem,
  DesktopBackend,
  LaunchRequest,
  Look,
  WindowFilter,
  WindowRef,
} from "../backend.js";
import type { CallBudget } from "../budget.js";
import type { NativeBackend } from "./atspi/backend.js";

export interface AutoBackendOptions {
  readonly native: NativeBackend;
  /** What the native back end has no way for. Starts nothing until it is asked for something. */
  readonly rest: Pick<DesktopBackend, "clipboardRead" | "clipboardWrite" | "callDriver" | "close">;
}

/** Looks, acts and starts apps natively, and leaves the clipboard and raw calls to the driver, which is started for them only. */
export class AutoBackend implements DesktopBackend {
  constructor(private readonly parts: AutoBackendOptions) {}

  describe(budget: CallBudget): Promise<BackendDescription> {
    return this.parts.native.describe(budget);
  }

  listApps(budget: CallBudget): Promise<AppEntry[]> {
    return this.parts.native.listApps(budget);
  }

  listWindows(filter: WindowFilter, budget: CallBudget): Promise<WindowEntry[]> {
    return this.parts.native.listWindows(filter, budget);
  }

  look(window: WindowRef, budget: CallBudget): Promise<Look> {
    return this.parts.native.look(window, budget);
  }

  changed(look: Look, waitMs: number, budget: CallBudget): Promise<boolean> {
    return this.parts.native.changed(look, waitMs, budget);
  }

  perform(look: Look, action: Action, budget: CallBudget): Promise<Performed> {
    return this.parts.native.perform(look, action, budget);
  }

  captureWindow(window: WindowRef, budget: CallBudget): Promise<Capture> {
    return this.parts.native.captureWindow(window, budget);
  }

  captureScreen(region: Frame | null, budget: CallBudget): Promise<Capture> {
    return this.parts.native.captureScreen(region, budget);
  }

  setWindowFrame(window: WindowRef, frame: Frame, budget: CallBudget): Promise<Frame | null> {
    return this.parts.native.setWindowFrame(window, frame, budget);
  }

  clipboardRead(budget: CallBudget): Promise<ClipboardContent> {
    return this.parts.rest.clipboardRead(budget);
  }

  clipboardWrite(item: ClipboardItem, budget: CallBudget): Promise<readonly string[]> {
    return this.parts.rest.clipboardWrite(item, budget);
  }

  launch(request: LaunchRequest, budget: CallBudget): Promise<LaunchResult> {
    return this.parts.native.launch(request, budget);
  }

  callDriver(tool: string, args: Readonly<Record<string, unknown>>, budget: CallBudget): Promise<RawResult> {
    return this.parts.rest.callDriver(tool, args, budget);
  }

  async close(): Promise<void> {
    await Promise.all([this.parts.native.close(), this.parts.rest.close()]);
  }
}
