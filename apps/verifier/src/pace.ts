import type { ActionKind } from "@beans-picker/desktop";
import { nextLook, type Effect } from "@beans-picker/verification";
import type { LookLimits } from "./limits.js";
import type { Sight } from "./look.js";

/** How long an effect has to last before it is believed, in milliseconds: apps undo what they refuse right away. */
export const quietMs = 200;

/** Effects that an app shows first and takes back when it refuses them. */
const revocable: ReadonlySet<ActionKind> = new Set<ActionKind>(["click", "toggle", "set_value", "choose_option"]);

export interface Progress {
  readonly kind: ActionKind;
  readonly effect: Effect;
  /** No later look can make the verdict better. */
  readonly final: boolean;
  /** Whether the look before this one, {@link quietMs} ago, found the effect too. */
  readonly foundBefore: boolean;
  readonly sight: Sight["kind"];
  readonly looks: number;
  readonly elapsedMs: number;
}

/** How long to wait before looking again, or to stop and answer with what was found last. */
export function nextWait(progress: Progress, limits: LookLimits): { readonly waitMs: number } | "stop" {
  const { kind, effect, final, foundBefore, sight, looks, elapsedMs } = progress;
  if (sight === "closed") return "stop";
  // Waiting for a desktop that does not answer has used up the time already.
  if (sight === "unreadable" && elapsedMs >= limits.budgetMs) return "stop";
  if (limits.mostLooks !== null && looks >= limits.mostLooks) return "stop";
  if (effect === "done") return foundBefore || !revocable.has(kind) ? "stop" : { waitMs: quietMs };
  // One more look lets the window follow, so that the caller goes on from where it is.
  if (final && looks > 1) return "stop";
  return nextLook(elapsedMs, looks, limits.budgetMs);
}
