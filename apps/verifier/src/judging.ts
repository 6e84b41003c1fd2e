import type { Snapshot } from "@beans-picker/desktop";
import { hasSettled, type Effect, type Verdict, type Watch } from "@beans-picker/verification";
import { findingOf, type Finding } from "./finding.js";
import type { LookLimits } from "./limits.js";
import type { Sight } from "./look.js";
import { nextWait } from "./pace.js";

export interface Judging {
  readonly look: () => Promise<Sight>;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Rejects when the caller gives up. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Waits until the window is told to have changed since that look, or for `ms`. Rejects when the caller gives up. */
  readonly untilChange: (sight: Sight, ms: number) => Promise<void>;
  /** Whether the window is told to have changed since that look. */
  readonly outdated: (sight: Sight) => Promise<boolean>;
}

/** Looks that are taken because the last one was overtaken by a change while it was read, at most. */
const mostOvertaken = 2;

/**
 * Looks at once and then at growing intervals until the effect is there and stays, or the time is up. The verdict is that
 * of the last look: what is not there any more, or cannot be read any more, is not done. A text that was held and then given
 * back was refused by the app, which is a mismatch and not nothing.
 */
export async function judgeInTime(
  watch: Watch,
  limits: LookLimits,
  { look, now, sleep, untilChange, outdated }: Judging,
): Promise<{ verdict: Verdict; after: string | null }> {
  const begunMs = now();
  let seenSinceMs: number | null = null;
  let wasSeen = false;
  let settleLooks = 0;
  let overtaken = 0;
  let snapshots = 0;
  let after: string | null = null;
  // Where the window shows the same controls as before the action, nothing is on its way.
  let previous: Snapshot | null = watch.before;
  for (let looks = 1; ; looks += 1) {
    const sight = await look();
    if (sight.kind === "seen") snapshots += 1;
    after = kept(sight, after);
    const finding = findingOf(watch, sight);
    seenSinceMs = finding.effect === "done" ? (seenSinceMs ?? now()) : null;
    wasSeen ||= finding.effect === "done";
    const next = nextWait(
      {
        kind: watch.action.kind,
        effect: finding.effect,
        final: finding.final,
        stayMs: finding.stayMs,
        seenForMs: seenSinceMs === null ? null : now() - seenSinceMs,
        settled: previous !== null && sight.kind === "seen" && hasSettled(previous, sight.snapshot),
        settleLooks,
        sight: sight.kind,
        looks,
        elapsedMs: now() - begunMs,
      },
      limits,
    );
    if (next === "stop") {
      // That nothing happened is not said on the strength of a look that was slower than the app.
      const mayLook = isDenial(finding.effect) && limits.mostLooks === null && overtaken < mostOvertaken;
      if (!mayLook || !(await outdated(sight))) {
        return { verdict: verdictOf(finding, { snapshots, wasSeen, lookedMs: now() - begunMs }, watch), after };
      }
      overtaken += 1;
      continue;
    }
    if (next.why === "settle") settleLooks += 1;
    previous = sight.kind === "seen" ? sight.snapshot : null;
    await (next.why === "search" ? untilChange(sight, next.waitMs) : sleep(next.waitMs));
  }
}

interface Looked {
  readonly snapshots: number;
  /** Whether an earlier look saw the effect. */
  readonly wasSeen: boolean;
  /** How long the effect was looked for, in milliseconds. */
  readonly lookedMs: number;
}

function verdictOf(finding: Finding, { snapshots, wasSeen, lookedMs }: Looked, { expected }: Watch): Verdict {
  const { effect, evidence, exact, change, texts } = finding;
  const told = { exact, snapshots, change, ...(texts !== undefined && { texts }) };
  if (effect === "no_effect" && wasSeen && expected !== null) {
    return {
      ...told,
      effect: "mismatch",
      evidence: "The field held the text and then went back to what it held before.",
    };
  }
  return { ...told, effect, evidence: isDenial(effect) ? asOf(lookedMs, evidence) : evidence };
}

/** What says that the right thing has not happened. A slow app may still do it, so it is only said of a moment. */
function isDenial(effect: Effect): boolean {
  return effect === "no_effect" || effect === "mismatch";
}

function asOf(lookedMs: number, evidence: string): string {
  return evidence.replace(/\.$/u, `, ${(lookedMs / 1_000).toFixed(1)} s after the action.`);
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
