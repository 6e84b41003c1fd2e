import type { ActiveWatch, Look } from "@beans-picker/x11";
import type { Evidence } from "./causes.js";
import type { Change } from "./changes.js";
import type { Target } from "./restore.js";

/** Who owns a window, as far as the window says. */
export interface Identity {
  readonly pid: number | null;
  readonly app: string | null;
  readonly title: string | null;
}

/** Something that knows the front app for as long as its connection lasts. What asks it rejects when that is lost. */
export interface FrontSource {
  /** Resolves when the connection is gone. */
  readonly lost: Promise<void>;
  /** Whether it sees the input of persons. */
  readonly seesInput: boolean;
  /** Begins to look at every announcement; looks are told in the order in which they were answered. */
  start(onLook: (look: Look) => void): Promise<ActiveWatch>;
  /** What was read of the window not long ago. */
  known(windowId: number): Identity | undefined;
  /** Whose a window was that is gone by now, as far as it was read in time. */
  was(windowId: number): Identity | undefined;
  /** Null when the window is gone. */
  identify(windowId: number): Promise<Identity | null>;
  /** Whether there is somebody who would say which window is active. */
  isManaged(): Promise<boolean>;
  evidence(change: Change): Promise<Omit<Evidence, "restoring">>;
  /** The window that a person pressed on last, at that moment of the clock or later; null when none, or when nobody sees it. */
  chosenSince(monotonicMs: number): Promise<Target | null>;
  /** The window that has the keys, any window of an app; null when none has. */
  focused(): Promise<number | null>;
  /** Whether `inner` is the window or lies in it. */
  contains(windowId: number, inner: number): Promise<boolean>;
  /** The app's window that `inner` belongs to. */
  ownerOf(inner: number): Promise<Target>;
  /** A window of that target that can be put in front. */
  windowOf(target: Target): Promise<number | null>;
  activate(windowId: number, before: number | null): Promise<void>;
  close(): void;
}
