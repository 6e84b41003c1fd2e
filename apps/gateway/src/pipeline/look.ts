import { buildCandidates, type Candidate } from "@beans-picker/candidates";
import type { Snapshot } from "@beans-picker/desktop";
import type { ToolContext } from "../context.js";
import { deadlines } from "../limits.js";
import type { TargetWindow } from "../target.js";

/** A window as it is now: the snapshot, its id for acting on it, and what can be done there. */
export interface Look {
  readonly snapshotId: string;
  readonly snapshot: Snapshot;
  readonly candidates: readonly Candidate[];
}

export async function look(target: TargetWindow, context: ToolContext): Promise<Look> {
  const { owner, signal } = context;
  const { snapshotId, snapshot } = await context.desktop.call(
    "snapshot.take",
    { owner, pid: target.pid, windowId: target.windowId },
    { deadlineMs: deadlines.look, signal },
  );
  return { snapshotId, snapshot, candidates: buildCandidates(snapshot) };
}

/** The look that a verifier already took, by its snapshot id. */
export async function lookAgain(snapshotId: string, context: ToolContext): Promise<Look> {
  const { owner, signal } = context;
  const { snapshot } = await context.desktop.call(
    "snapshot.read",
    { owner, snapshotId },
    { deadlineMs: deadlines.look, signal },
  );
  return { snapshotId, snapshot, candidates: buildCandidates(snapshot) };
}
