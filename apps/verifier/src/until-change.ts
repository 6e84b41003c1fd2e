import { CodedError } from "@beans-picker/shared";
import type { Desktop, Sight } from "./look.js";

/** A window that changes all the time is looked at so much more often than one that does not, and no more. */
const mostWakings = 4;
/** Time for the desktop process to answer after the wait itself, in milliseconds. */
const answerMs = 500;

export interface Waiting {
  readonly signal: AbortSignal;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
}

/**
 * Waits until the desktop tells that the window may have changed since the look, or for `ms`. Back ends that hear nothing of
 * changes are waited for by the clock. Rejects only when the caller gives up.
 */
export async function untilChange(
  desktop: Desktop,
  owner: string,
  sight: Sight,
  ms: number,
  { signal, sleep, now }: Waiting,
): Promise<void> {
  if (sight.kind !== "seen" || ms < 1) {
    await sleep(ms);
    return;
  }
  const { snapshotId } = sight;
  const startedMs = now();
  try {
    const waitMs = Math.ceil(ms);
    const told = await desktop.call(
      "snapshot.changed",
      { owner, snapshotId, waitMs },
      { deadlineMs: waitMs + answerMs, signal },
    );
    if (told.changed) {
      await sleep(Math.max(0, ms / mostWakings - (now() - startedMs)));
      return;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CodedError)) throw error;
  }
  const left = ms - (now() - startedMs);
  if (left > 0) await sleep(left);
}

/** Whether the desktop tells that the window may have changed since the look. Rejects only when the caller gives up. */
export async function isOutdated(desktop: Desktop, owner: string, sight: Sight, signal: AbortSignal): Promise<boolean> {
  if (sight.kind !== "seen") return false;
  const asked = { owner, snapshotId: sight.snapshotId, waitMs: 1 };
  try {
    return (await desktop.call("snapshot.changed", asked, { deadlineMs: answerMs, signal })).changed;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CodedError)) throw error;
    return false;
  }
}
