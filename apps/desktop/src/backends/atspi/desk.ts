import type { Frame } from "@beans-picker/desktop";
import type { Capture } from "@beans-picker/protocol";
import type { X11Window } from "@beans-picker/x11";
import type { CallBudget } from "../../budget.js";

export type Chord = readonly string[];

/** Whether it is known that an app has taken its keys: some windows do not answer such questions. */
export type KeysTaken = "taken" | "unknown";

/** All windows of the screen at one moment. */
export interface DeskView {
  /** Lowest first. */
  readonly windows: readonly X11Window[];
  /** The active window; null when there is none or the window manager does not say. */
  readonly active: number | null;
  /** Number of the desktop that is shown; null when there is only one or the window manager does not say. */
  readonly desktop: number | null;
}

/** The X server, as far as this back end needs it. Rejects with a CodedError. */
export interface Desk {
  /** What is spoken with the desktop, as it is reported. */
  readonly transport: string;
  view(budget: CallBudget): Promise<DeskView>;
  /** 0 when no window is active; null when the window manager does not say. */
  activeWindow(budget: CallBudget): Promise<number | null>;
  /** How long the person's own pointer and keyboard have been still, in ms; null when that is not known. */
  personIdleMs(budget: CallBudget): Promise<number | null>;
  /** A number for each window that stays the same while nothing is drawn in it; windows of which that is unknown are left out. */
  drawings(windowIds: readonly number[], budget: CallBudget): Promise<ReadonlyMap<number, number>>;
  captureWindow(windowId: number, budget: CallBudget): Promise<Capture>;
  captureScreen(region: Frame | null, budget: CallBudget): Promise<Capture>;
  /**
   * Presses keys in a window wherever the focus of the desktop is, without moving it or the pointer. Each chord is some
   * modifiers and one key, such as `["ctrl", "a"]`. Resolves when the app has taken them out of its queue; rejects with
   * `driver_timeout`, delivery uncertain, when it does not in time.
   */
  pressKeys(windowId: number, chords: readonly Chord[], budget: CallBudget): Promise<KeysTaken>;
  /**
   * Waits until the keys that were pressed in these windows before have been taken. Rejects with `driver_timeout`, not
   * delivered, when they are not in time: what is true of the focus until then is not true afterwards.
   */
  settled(windowIds: readonly number[], budget: CallBudget): Promise<void>;
  /**
   * Runs `work` while the app of a window takes it for the one in front, which it is not made. Rejects, not delivered, when
   * another window of that app is in front: what is pressed there meanwhile would be meant for it.
   */
  asIfInFront<T>(windowId: number, work: () => Promise<T>, budget: CallBudget): Promise<T>;
  /** Answers with the frame that the window has afterwards; `null` when it is gone. */
  setFrame(windowId: number, frame: Frame, budget: CallBudget): Promise<Frame | null>;
  activate(windowId: number, budget: CallBudget): Promise<void>;
  close(): Promise<void>;
}
