import { dragFrom, takesText, textKinds, type Candidate, type DragTo } from "@beans-picker/candidates";
import type { Decision, PickRule } from "@beans-picker/ranking";
import { CodedError, type Code } from "@beans-picker/shared";
import type { ToolContext } from "../context.js";
import { deadlines } from "../limits.js";
import { describeWindow } from "./describe-window.js";
import type { Expectation } from "./expectation.js";
import type { ShortIds } from "../present/short-ids.js";
import type { Look } from "./look.js";

/** What one step of `act` asks for. */
export interface StepRequest {
  readonly instruction: string;
  readonly text?: string | undefined;
  readonly candidateId?: string | undefined;
  /** Drags the control of `candidateId` there. */
  readonly dragTo?: DragTo | undefined;
  readonly allowDestructive?: boolean | undefined;
  /** Token of an earlier `needs_confirmation`. */
  readonly confirm?: string | undefined;
  readonly expect?: Expectation | undefined;
  readonly modifiers?: readonly ("shift" | "cmd" | "option" | "ctrl")[] | undefined;
}

export interface Pick {
  readonly p: number;
  readonly rule: PickRule;
}

export type Choice =
  | { readonly outcome: "chosen"; readonly candidate: Candidate; readonly pick?: Pick }
  | { readonly outcome: "refused"; readonly code: Code; readonly candidate?: Candidate }
  | { readonly outcome: "undecided"; readonly decision: Exclude<Decision, { outcome: "pick" }> };

/** What choosing needs to know besides the tool's context. */
export interface ChoiceContext extends ToolContext {
  readonly earlier: readonly string[];
}

const nothingThere: Choice = { outcome: "undecided", decision: { outcome: "not_found", pNone: 1, nearest: [] } };

/** Finds the candidate of a step: the one named by id, or the one the ranker and the gate agree on. */
export async function choose(step: StepRequest, view: Look, context: ChoiceContext): Promise<Choice> {
  if (step.dragTo !== undefined) return dragged(step, step.dragTo, view, context.ids);
  if (step.candidateId !== undefined) return named(step, context.ids.meant(step.candidateId), view);
  const { text } = step;
  const pool = view.candidates.filter((one) => (text === undefined ? !textKinds.has(one.kind) : takesText(one, text)));
  if (pool.length === 0) return nothingThere;
  const { decision } = await context.ranker.call(
    "rank",
    {
      instruction: step.instruction,
      ...(step.text !== undefined && { text: step.text }),
      window: describeWindow(view.snapshot),
      ...(context.earlier.length > 0 && { history: [...context.earlier] }),
      options: pool.map(({ id, kind, does, facts }) => ({ id, kind, does, facts })),
    },
    { deadlineMs: deadlines.rank, signal: context.signal },
  );
  if (decision.outcome !== "pick") return { outcome: "undecided", decision };
  const candidate = pool.find(({ id }) => id === decision.id);
  // A ranker can only choose what it was offered; anything else must never reach the desktop.
  if (!candidate) throw new CodedError("internal", "The ranker chose something it was not offered; nothing was done.");
  return guarded(step, candidate, { p: decision.p, rule: decision.rule });
}

function named(step: StepRequest, wanted: string, view: Look): Choice {
  const candidate = view.candidates.find(({ id }) => id === wanted);
  return candidate ? guarded(step, candidate) : nothingThere;
}

/** A drag is never ranked: both ends are named. */
function dragged(step: StepRequest, to: DragTo, view: Look, ids: ShortIds): Choice {
  if (step.candidateId === undefined) return { outcome: "refused", code: "candidate_required" };
  const end = "candidateId" in to ? { candidateId: ids.meant(to.candidateId) } : to;
  const drag = dragFrom(view.candidates, ids.meant(step.candidateId), end);
  if (!drag.ok) return drag.code === "not_found" ? nothingThere : { outcome: "refused", code: drag.code };
  return guarded(step, drag.candidate);
}

/** Checks that the arguments of the step fit the candidate, in the order in which the seed does. */
function guarded(step: StepRequest, candidate: Candidate, pick?: Pick): Choice {
  const refuse = (code: Code): Choice => ({ outcome: "refused", code, candidate });
  if (candidate.needsText && step.text === undefined) return refuse("text_required");
  if (!candidate.needsText && step.text !== undefined) return refuse("text_not_used");
  if (step.text !== undefined && !takesText(candidate, step.text)) return refuse("key_missing");
  if (step.modifiers && step.modifiers.length > 0 && candidate.kind !== "click" && candidate.kind !== "toggle") {
    return refuse("modifiers_not_used");
  }
  return { outcome: "chosen", candidate, ...(pick && { pick }) };
}
