import type { Candidate } from "@beans-picker/candidates";
import { deadlines } from "../limits.js";
import type { ToolContext } from "../context.js";
import type { StepRequest } from "./choose.js";
import type { StepOutcome } from "./step.js";
import type { Look } from "./look.js";

/**
 * Tells the ranker how its pick turned out, so that the same instruction can be tried on the same control first, or never again.
 * Nobody waits for it, and nothing depends on it.
 */
export function settle(
  step: StepRequest,
  candidate: Candidate,
  view: Look,
  { result }: StepOutcome,
  { ranker }: Pick<ToolContext, "ranker">,
): void {
  const { id, kind, does, facts, destructive } = candidate;
  void ranker
    .call(
      "settle",
      {
        app: view.snapshot.window.app,
        instruction: step.instruction,
        withText: step.text !== undefined,
        option: { id, kind, does, facts },
        destructive,
        done: result.status === "done",
      },
      { deadlineMs: deadlines.front },
    )
    .catch(() => undefined);
}
