import type { Client } from "@beans-picker/ipc";
import type { DesktopContract } from "@beans-picker/protocol";
import type { Snapshot } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";

export type Desktop = Pick<Client<DesktopContract>, "call">;

/** What one look at the window gave. */
export type Sight =
  | { readonly kind: "seen"; readonly snapshotId: string; readonly snapshot: Snapshot }
  /**
   * The list of all windows could be read and does not hold it any more. `ended`: nor does its process run any more.
   * `replaced`: a window of the same title and process, which the window was told from before, stands there instead.
   */
  | { readonly kind: "closed"; readonly ended: boolean; readonly replaced: boolean }
  /** `lost`: the process that looks is gone, and the snapshots it held with it. */
  | { readonly kind: "unreadable"; readonly lost: boolean };

export interface Target {
  readonly owner: string;
  readonly pid: number;
  readonly windowId: number;
  /** What the window was called before the action, and how many others of its app were called the same. */
  readonly title: string;
  readonly namesakes: number;
}

/** Failures of a look that a window which is gone may have caused. */
const maybeGone: ReadonlySet<string> = new Set(["window_not_found", "driver_error", "target_gone"]);
const processLost: ReadonlySet<string> = new Set(["connection_closed", "driver_unavailable", "transport_lost"]);

/** Whether a process runs; one that has ended and was not yet collected by its parent does not. */
export type IsRunning = (pid: number) => boolean;

/** Looks once. Rejects only when `signal` aborts; whatever else goes wrong is part of the answer. */
export async function lookAt(
  desktop: Desktop,
  { owner, pid, windowId, title, namesakes }: Target,
  isRunning: IsRunning,
  options: { deadlineMs: number; signal: AbortSignal },
): Promise<Sight> {
  try {
    return { kind: "seen", ...(await desktop.call("snapshot.take", { owner, pid, windowId }, options)) };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof CodedError)) throw error;
    if (!maybeGone.has(error.code)) return { kind: "unreadable", lost: processLost.has(error.code) };
  }
  try {
    // Not narrowed to the process: a back end may not know whose a window is, and an empty answer would prove nothing.
    const { windows } = await desktop.call("windows.list", {}, options);
    const there = windows.some((window) => window.windowId === windowId && (window.pid ?? pid) === pid);
    if (there) return { kind: "unreadable", lost: false };
    const replaced = windows.filter((window) => window.pid === pid && window.title === title).length > namesakes;
    return { kind: "closed", ended: !isRunning(pid), replaced };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof CodedError)) throw error;
    return { kind: "unreadable", lost: processLost.has(error.code) };
  }
}
