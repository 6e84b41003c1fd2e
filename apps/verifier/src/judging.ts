import type { Verdict, Watch } from "@beans-picker/verification";
import { findingOf } from "./finding.js";
import type { LookLimits } from "./limits.js";
import type { Sight } from "./look.js";
import { nextWait } from "./pace.js";

export interface Judging {
  readonly look: () => Promise<Sight>;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Rejects when the caller gives up. */
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Looks at once and then at growing intervals until the effect is there and stays, or the time is up. The verdict is that
 * of the last look: what is not there any more, or cannot be read any more, is not done.
 */
export async function judgeInTime(
  watch: Watch,
  limits: LookLimits,
  { look, now, sleep }: Judging,
): Promise<{ verdict: Verdict; after: string | null }> {
  const begunMs = now();
  let foundBefore = false;
  let snapshots = 0;
  let after: string | null = null;
  for (let looks = 1; ; looks += 1) {
    const sight = await look();
    if (sight.kind === "seen") snapshots += 1;
    after = kept(sight, after);
    const { final, ...finding } = findingOf(watch, sight);
    const next = nextWait(
      {
        kind: watch.action.kind,
        effect: finding.effect,
        final,
        foundBefore,
        sight: sight.kind,
        looks,
        elapsedMs: now() - begunMs,
      },
      limits,
    );
    if (next === "stop") return { verdict: { ...finding, snapshots }, after };
    foundBefore = finding.effect === "done";
    await sleep(next.waitMs);
  }
}

/** The snapshot that the caller can go on with: none of a window or from a process that is gone. */
function kept(sight: Sight, earlier: string | null): string | null {
  switch (sight.kind) {
    case "seen":
      return sight.snapshotId;
    case "closed":
      return null;
    case "unreadable":
      return sight.lost ? null : earlier;
  }
}
