import type { ActionKind } from "@beans-picker/desktop";
import { nextLook, type Effect } from "@beans-picker/verification";
import type { LookLimits } from "./limits.js";
import type { Sight } from "./look.js";

/** Between looks that only let a window finish what it began, in milliseconds. */
const settlePauseMs = 25;
/** Looks spent on that at most. Source: the seed's judging loop. */
const mostSettleLooks = 4;

/** What they change is the control alone; nothing opens that the caller would have to wait for. */
const quietKinds: ReadonlySet<ActionKind> = new Set<ActionKind>(["toggle", "set_value", "type_into", "append"]);

export interface Progress {
  readonly kind: ActionKind;
  readonly effect: Effect;
  /** No later look can make the verdict better. */
  readonly final: boolean;
  /** How long the effect has to be seen before it is believed, in milliseconds. */
  readonly stayMs: number;
  /** How long it has been seen by now without a break, in milliseconds; null when this look does not see it. */
  readonly seenForMs: number | null;
  /** Whether this look shows the same controls as the one before. */
  readonly settled: boolean;
  /** Looks that were taken to let the window settle. */
  readonly settleLooks: number;
  readonly sight: Sight["kind"];
  readonly looks: number;
  readonly elapsedMs: number;
}

/** `search`: a change of the window ends the wait early. `stay` and `settle` wait for time to pass. */
export type Next = { readonly waitMs: number; readonly why: "search" | "stay" | "settle" } | "stop";

/** How long to wait before looking again, or to stop and answer with what was found last. */
export function nextWait(progress: Progress, limits: LookLimits): Next {
  const { kind, effect, final, stayMs, seenForMs, settled, settleLooks, sight, looks, elapsedMs } = progress;
  if (sight === "closed") return "stop";
  // Waiting for a desktop that does not answer has used up the time already.
  if (sight === "unreadable" && elapsedMs >= limits.budgetMs) return "stop";
  if (limits.mostLooks !== null && looks >= limits.mostLooks) return "stop";
  if (effect === "done") {
    const missing = stayMs - (seenForMs ?? 0);
    if (missing > 0) return { waitMs: missing, why: "stay" };
    // One more look lets the window follow, so that the caller goes on from where it is.
    if (settled || quietKinds.has(kind) || settleLooks >= mostSettleLooks) return "stop";
    return { waitMs: settlePauseMs, why: "settle" };
  }
  if (final && looks > 1) return "stop";
  const next = nextLook(elapsedMs, looks, limits.budgetMs);
  return next === "stop" ? next : { ...next, why: "search" };
}
