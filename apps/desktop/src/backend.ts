import type { Action, AppEntry, Frame, Performed, Snapshot, WindowEntry } from "@beans-picker/desktop";
import type { BackendDescription, Capture, LaunchResult, RawResult } from "@beans-picker/protocol";
import type { CallBudget } from "./budget.js";

/** One window of one process. */
export interface WindowRef {
  readonly pid: number;
  readonly windowId: number;
}

/**
 * One look at a window. The object itself is the key under which a back end keeps what it needs to act on the snapshot's
 * handles, so it must be passed back as it was given, not as a copy.
 */
export interface Look {
  readonly snapshot: Snapshot;
}

export interface WindowFilter {
  readonly pid?: number | undefined;
  /** The name windows are listed with, in any case; a back end may know more names of an app. */
  readonly app?: string | undefined;
  readonly onScreenOnly?: boolean | undefined;
}

export interface LaunchRequest {
  readonly bundleId?: string | undefined;
  readonly name?: string | undefined;
  readonly urls?: readonly string[] | undefined;
  readonly newInstance?: boolean | undefined;
}

export interface ClipboardContent {
  readonly types: readonly string[];
  /** `null` when the clipboard holds no text. */
  readonly text: string | null;
}

export type ClipboardItem = { readonly text: string } | { readonly imagePath: string };

/**
 * What observes and acts on one desktop. Every method keeps to its budget and rejects with a `CodedError`; whoever
 * implements it never sends an action twice and never brings an app to the front.
 */
export interface DesktopBackend {
  describe(budget: CallBudget): Promise<BackendDescription>;
  listApps(budget: CallBudget): Promise<AppEntry[]>;
  listWindows(filter: WindowFilter, budget: CallBudget): Promise<WindowEntry[]>;
  /** Rejects with `window_not_found` when the window is gone or belongs to another process. */
  look(window: WindowRef, budget: CallBudget): Promise<Look>;
  /**
   * Resolves with true when the window may have changed since the look, with false after `waitMs`, or at once when nothing
   * is told of the window's changes.
   */
  changed(look: Look, waitMs: number, budget: CallBudget): Promise<boolean>;
  /**
   * Sends one action to a control of an earlier look. A refusal is part of the answer; it rejects only with
   * `delivery: "not_delivered"`, before anything was sent.
   */
  perform(look: Look, action: Action, budget: CallBudget): Promise<Performed>;
  captureWindow(window: WindowRef, budget: CallBudget): Promise<Capture>;
  /** All of the screen, or a part of it (`null` for all). Rejects with `unsupported` where a part cannot be had. */
  captureScreen(region: Frame | null, budget: CallBudget): Promise<Capture>;
  /** Asks for a frame and answers with the one the window has afterwards; `null` when that cannot be read. */
  setWindowFrame(window: WindowRef, frame: Frame, budget: CallBudget): Promise<Frame | null>;
  clipboardRead(budget: CallBudget): Promise<ClipboardContent>;
  /** Answers with the types that are on the clipboard now. */
  clipboardWrite(item: ClipboardItem, budget: CallBudget): Promise<readonly string[]>;
  launch(request: LaunchRequest, budget: CallBudget): Promise<LaunchResult>;
  /** A call of the driver's own tools, checked against their schemas and nothing else. */
  callDriver(tool: string, args: Readonly<Record<string, unknown>>, budget: CallBudget): Promise<RawResult>;
  close(): Promise<void>;
}
