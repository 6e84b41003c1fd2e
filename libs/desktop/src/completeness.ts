import type { DriverState } from "./driver-state.js";
import type { Completeness, Incompleteness } from "./snapshot.js";

/** What the caller asked the driver for. The driver does not say when it reached a limit, so the counts must tell. */
export interface Limits {
  readonly maxElements: number;
  readonly maxDepth?: number | undefined;
}

/** Judges how much of the window a driver's answer holds. `elements_complete` is not used: it is always false. */
export function completenessOf(
  state: DriverState,
  limits: Limits,
  seen: { readonly forged: number; readonly deepest: number; readonly noAccessibility: boolean },
): Completeness {
  const reasons = new Set<Incompleteness>();
  const got = state.elements.length + state.skipped;
  if (state.cut || got >= limits.maxElements || (state.total ?? 0) > got) reasons.add("element_limit");
  if (limits.maxDepth !== undefined && seen.deepest >= limits.maxDepth) reasons.add("depth_limit");
  if (state.truncated) reasons.add(truncation(state.truncationReason));
  if (seen.forged > 0) reasons.add("forged_rows");
  if (state.degraded || state.skipped > 0 || !state.readable) reasons.add("driver_degraded");
  if (seen.noAccessibility) reasons.add("no_accessibility");
  return {
    complete: reasons.size === 0,
    reasons: [...reasons],
    ...(state.total === undefined ? {} : { total: state.total }),
  };
}

function truncation(reason: string): Incompleteness {
  if (/depth/i.test(reason)) return "depth_limit";
  return /time|deadline|budget/i.test(reason) ? "deadline" : "element_limit";
}
