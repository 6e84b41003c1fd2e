import { buildCandidates, type Candidate } from "@beans-picker/candidates";
import { swatchesOf, type Snapshot } from "@beans-picker/desktop";
import type { ToolContext } from "../context.js";
import { deadlines, newcomerLooks } from "../limits.js";
import { pause } from "../pause.js";
import type { TargetWindow } from "../target.js";

/** A window as it is now: the snapshot, its id for acting on it, and what can be done there. */
export interface Look {
  readonly snapshotId: string;
  readonly snapshot: Snapshot;
  readonly candidates: readonly Candidate[];
}

/**
 * A window that shows nothing to accessibility may belong to an app that has only just started: it is looked at again for a
 * while, once for each window.
 */
export async function look(target: TargetWindow, context: ToolContext): Promise<Look> {
  const giveUpAt = performance.now() + newcomerLooks.budgetMs;
  for (;;) {
    const view = await lookOnce(target, context);
    if (!isMute(view.snapshot) || context.mute.has(target.windowId)) return view;
    if (performance.now() > giveUpAt) {
      context.mute.add(target.windowId);
      return view;
    }
    await pause(newcomerLooks.everyMs, context.signal);
  }
}

function isMute({ completeness, nodes }: Snapshot): boolean {
  return completeness.reasons.includes("no_accessibility") && nodes.length <= 1;
}

async function lookOnce(target: TargetWindow, context: ToolContext): Promise<Look> {
  const { owner, signal } = context;
  const { snapshotId, snapshot } = await context.desktop.call(
    "snapshot.take",
    { owner, pid: target.pid, windowId: target.windowId },
    { deadlineMs: deadlines.look, signal },
  );
  return await withCandidates(snapshotId, snapshot, context);
}

/** The look that a verifier already took, by its snapshot id. */
export async function lookAgain(snapshotId: string, context: ToolContext): Promise<Look> {
  const { owner, signal } = context;
  const { snapshot } = await context.desktop.call(
    "snapshot.read",
    { owner, snapshotId },
    { deadlineMs: deadlines.look, signal },
  );
  return await withCandidates(snapshotId, snapshot, context);
}

/** Where there are swatches, a picture tells what colours they show; nowhere else is one taken. */
async function withCandidates(snapshotId: string, snapshot: Snapshot, context: ToolContext): Promise<Look> {
  const rules = await context.rules();
  if (swatchesOf(snapshot).length === 0)
    return { snapshotId, snapshot, candidates: buildCandidates(snapshot, { rules }) };
  const { owner, signal } = context;
  const seen = await context.desktop.call(
    "snapshot.colours",
    { owner, snapshotId },
    { deadlineMs: deadlines.look + deadlines.capture, signal },
  );
  const { colours } = seen;
  return {
    snapshotId: seen.snapshotId,
    snapshot: seen.snapshot,
    candidates: buildCandidates(seen.snapshot, { rules, colours }),
  };
}
