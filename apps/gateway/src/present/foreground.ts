import type { FrontRecord } from "../context.js";
import type { ForegroundEntry } from "../fields.js";
import { limits } from "../limits.js";

export interface ForegroundFacts {
  foreground?: ForegroundEntry[];
  foregroundTruncated?: boolean;
  /** The watcher was not there, so an activation could have gone unseen. */
  frontUnwatched?: boolean;
}

/** Activations of the target app during one call, from the watcher's record. `restored`: another app is in front again. */
export function presentForeground(record: FrontRecord, pid: number | null, during: string): ForegroundFacts {
  const entries: ForegroundEntry[] = [];
  for (const { at, change } of record.changes) {
    const last = entries.at(-1);
    // A person who turns to the app is no activation of the call's.
    const meant = change.cause !== "person" && change.cause !== "restore";
    if (meant && (change.front.pid === pid || pid === null)) {
      entries.push({ pid: change.front.pid, during, at: new Date(at).toISOString(), restored: false });
    } else if (last && change.previous.pid === (pid ?? last.pid)) {
      last.restored = true;
    }
  }
  return {
    ...(entries.length > 0 && { foreground: entries.slice(0, limits.foregroundEntries) }),
    ...(entries.length > limits.foregroundEntries && { foregroundTruncated: true }),
    ...(!record.watched && { frontUnwatched: true }),
  };
}
