import type { Snapshot, SnapshotNode } from "@beans-picker/desktop";

/** How long an effect may take to show before its absence counts, in milliseconds. */
export const defaultBudgetMs = 1500;

/**
 * How long an effect has to be there before it is believed, in milliseconds. A state or text may be taken back by the app, a
 * text beside a control may be one that changes all the time.
 */
export const stayMs = { state: 400, beside: 150 } as const;

/** First wait between looks; it doubles up to the longest one. In milliseconds. */
const FIRST_WAIT_MS = 40;
const LONGEST_WAIT_MS = 400;
/** However slow a look is, one is never enough to say that nothing happened. */
const FEWEST_LOOKS = 2;

/**
 * When to look again after an action: at once, then at growing intervals, the last time when `budgetMs` has passed since the
 * action. By time and not by count, so a fast driver does not give up before a slow app reacts. `looks` are those taken.
 */
export function nextLook(
  elapsedMs: number,
  looks: number,
  budgetMs: number = defaultBudgetMs,
): { waitMs: number } | "stop" {
  if (looks <= 0) return { waitMs: 0 };
  const left = budgetMs - elapsedMs;
  if (!(left > 0)) return looks < FEWEST_LOOKS ? { waitMs: FIRST_WAIT_MS } : "stop";
  return { waitMs: Math.min(left, LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (looks - 1)) };
}

/**
 * Whether two looks one after the other show the same controls: what an action opened has then finished opening. Texts and
 * values are left out, since some change all the time.
 */
export function hasSettled(previous: Snapshot, current: Snapshot): boolean {
  const [old, now] = [controlsOf(previous), controlsOf(current)];
  return (
    old.length === now.length &&
    previous.modal?.role === current.modal?.role &&
    previous.modal?.label === current.modal?.label &&
    old.every(({ role, label }, index) => role === now[index]?.role && label === now[index].label)
  );
}

function controlsOf({ nodes }: Snapshot): SnapshotNode[] {
  return nodes.filter(({ role }) => role !== "text" && role !== "progress");
}
