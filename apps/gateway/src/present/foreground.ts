import { z } from "zod";
import type { FrontRecord } from "../context.js";
import { type ForegroundEntry, foregroundFacts } from "../fields.js";
import { limits } from "../limits.js";

export interface ForegroundFacts {
  readonly foreground?: ForegroundEntry[] | undefined;
  readonly foregroundTruncated?: boolean | undefined;
  readonly frontUnwatched?: boolean | undefined;
}

/** Activations by apps of one call, from the watcher's record. `restored`: another app is in front again. */
export function presentForeground(record: FrontRecord, during: string): ForegroundFacts {
  const entries: ForegroundEntry[] = [];
  for (const { at, change, ours } of record.changes) {
    const { front, cause } = change;
    // A person who turns to the app is no activation of the call's.
    if (ours && cause !== "person" && cause !== "restore") {
      entries.push({ pid: front.pid, during, at: new Date(at).toISOString(), restored: false });
    } else if (!ours && (front.pid !== null || front.windowId !== null)) {
      for (const entry of entries) entry.restored = true;
    }
  }
  return bounded({
    ...(entries.length > 0 && { foreground: entries }),
    ...(!record.watched && { frontUnwatched: true }),
  });
}

/** What an answer says of it already. */
export function takeForeground(answer: Record<string, unknown>): ForegroundFacts {
  return z.object(foregroundFacts).parse(answer);
}

/** The facts of several parts of a call as one. */
export function joinForeground(parts: readonly ForegroundFacts[]): ForegroundFacts {
  const foreground = parts.flatMap((part) => part.foreground ?? []);
  return bounded({
    ...(foreground.length > 0 && { foreground }),
    ...(parts.some((part) => part.foregroundTruncated) && { foregroundTruncated: true }),
    ...(parts.some((part) => part.frontUnwatched) && { frontUnwatched: true }),
  });
}

function bounded(facts: ForegroundFacts): ForegroundFacts {
  const { foreground = [] } = facts;
  if (foreground.length <= limits.foregroundEntries) return facts;
  return { ...facts, foreground: foreground.slice(0, limits.foregroundEntries), foregroundTruncated: true };
}
