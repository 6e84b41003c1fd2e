import { withText, type Candidate } from "@beans-picker/candidates";
import type { Action, Performed } from "@beans-picker/desktop";
import { adviceFor, CodedError, codes, statuses, type Delivery } from "@beans-picker/shared";
import type { Verdict } from "@beans-picker/verification";
import type { ToolContext } from "../context.js";
import { deadlines, limits } from "../limits.js";
import { presentCandidate, presentProbability, presentRanked } from "../present/candidates.js";
import { presentForeground } from "../present/foreground.js";
import { choose, type Choice, type Pick, type StepRequest } from "./choose.js";
import { lookAgain, type Look } from "./look.js";
import type { StepResult } from "./step-result.js";

export interface StepOutcome {
  readonly result: StepResult;
  /** The window after the step; null when nothing was sent or it could not be read again. */
  readonly after: Look | null;
}

/** One action from choice to verdict. Rejects only when nothing was sent; once something was, it always answers. */
export async function runStep(step: StepRequest, view: Look, context: ToolContext): Promise<StepOutcome> {
  const choice = await choose(step, view, context);
  if (choice.outcome === "undecided") return nothingSent(undecided(choice, view));
  if (choice.outcome === "refused") return nothingSent(refused(choice));
  const candidate = step.text === undefined ? choice.candidate : withText(choice.candidate, step.text);
  if (candidate.destructive && step.allowDestructive !== true) return nothingSent(unconfirmed(candidate, choice.pick));
  return sendAndJudge(withModifiers(candidate.action, step.modifiers), candidate, choice.pick, view, context);
}

async function sendAndJudge(
  action: Action,
  candidate: Candidate,
  pick: Pick | undefined,
  view: Look,
  context: ToolContext,
): Promise<StepOutcome> {
  const { owner, signal } = context;
  const { watchId } = await context.verifier.call(
    "watch.begin",
    { owner, snapshotId: view.snapshotId, action },
    { deadlineMs: deadlines.look, signal },
  );
  if (signal.aborted) throw new CodedError("cancelled");
  const record = context.front.record();
  const performed = await perform(action, view, context);
  const facts = {
    action: { ...presentCandidate(candidate), route: performed.route },
    ...(pick && { pick: { p: presentProbability(pick.p), rule: pick.rule } }),
    delivery: performed.delivery,
  };
  if (performed.delivery === "not_delivered") {
    record.stop();
    void context.verifier
      .call("watch.drop", { owner, watchId }, { deadlineMs: deadlines.front })
      .catch(() => undefined);
    return nothingSent({ ...failed(performed), ...facts });
  }
  const { result, after } = await judge(watchId, performed, context);
  const foreground = presentForeground(record.stop(), view.snapshot.window.pid, candidate.kind);
  return { result: { ...result, ...facts, ...foreground }, after };
}

/** Sends the action, once. A lost connection or a passed deadline leaves the delivery uncertain, never repeated. */
async function perform(action: Action, view: Look, context: ToolContext): Promise<Performed> {
  try {
    return await context.desktop.call(
      "action.perform",
      { owner: context.owner, snapshotId: view.snapshotId, action },
      { deadlineMs: deadlines.perform, signal: context.signal },
    );
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const { code, message, delivery = "not_delivered" } = error.facts;
    const lost = delivery !== "not_delivered" && code !== "driver_timeout";
    return {
      delivery,
      route: [],
      refusal: lost
        ? { code: "transport_lost", message: codes.transport_lost.meaning, retry: false }
        : { code, message, retry: false },
    };
  }
}

/** Asks the verifier. The action is out by now, so a cancelled call is still judged and every failure is an answer. */
async function judge(
  watchId: string,
  performed: Performed,
  context: ToolContext,
): Promise<{ result: StepResult; after: Look | null }> {
  try {
    const { verdict, after } = await context.verifier.call(
      "watch.judge",
      { owner: context.owner, watchId },
      { deadlineMs: deadlines.judge },
    );
    const next = after === null ? null : await lookAgain(after, { ...context, signal: neverAborted }).catch(() => null);
    return { result: judged(verdict, performed), after: next };
  } catch (error) {
    const told = error instanceof CodedError ? error.code : "internal";
    // A verifier that was started again knows nothing of the watch of its predecessor.
    const code = told === "watch_unavailable" ? "verifier_unavailable" : told;
    if (performed.refusal) return { result: failed(performed), after: null };
    return {
      result: {
        status: "failed",
        code,
        message: `The action was sent; its effect could not be checked. ${adviceFor(code)}`,
      },
      after: null,
    };
  }
}

const neverAborted = new AbortController().signal;

/** Evidence counts even when the delivery is uncertain; without evidence an uncertain delivery stays a failure. */
function judged(verdict: Verdict, performed: Performed): StepResult {
  const facts = {
    verification: { snapshots: verdict.snapshots, exact: verdict.exact, evidence: verdict.evidence },
    ...(Object.keys(verdict.change).length > 0 && { change: verdict.change }),
  };
  if (performed.refusal && verdict.effect !== "done") return { ...failed(performed), ...facts };
  return {
    status: verdict.effect,
    ...(verdict.effect !== "done" && {
      message: `${statuses[verdict.effect].meaning} ${statuses[verdict.effect].next}`,
    }),
    ...facts,
  };
}

function failed({ delivery, refusal }: Performed): StepResult {
  const { code, message } = refusal ?? { code: "failed", message: codes.failed.meaning };
  return { status: "failed", code, message: `${message} ${sentence(delivery)} ${adviceFor(code)}` };
}

function sentence(delivery: Delivery): string {
  switch (delivery) {
    case "not_delivered":
      return "Nothing was sent.";
    case "uncertain":
      return "It may or may not have happened and is not sent again.";
    case "delivered":
      return "The action was sent.";
  }
}

function undecided({ decision }: Extract<Choice, { outcome: "undecided" }>, view: Look): StepResult {
  const { meaning, next } = statuses[decision.outcome];
  const message = `${meaning} ${next}`;
  if (decision.outcome === "ambiguous") {
    return {
      status: "ambiguous",
      message,
      candidates: presentRanked(decision.shortlist, view.candidates, limits.shortlist),
    };
  }
  const nearest = presentRanked(decision.nearest, view.candidates, limits.shortlist);
  return {
    status: "not_found",
    message,
    pNone: presentProbability(decision.pNone),
    ...(nearest.length > 0 && { candidates: nearest }),
  };
}

function refused({ code, candidate }: Extract<Choice, { outcome: "refused" }>): StepResult {
  const { meaning, next } = codes[code];
  return {
    status: "failed",
    code,
    message: `${meaning} Nothing was sent. ${next}`,
    action: presentCandidate(candidate),
  };
}

function unconfirmed(candidate: Candidate, pick: Pick | undefined): StepResult {
  const { meaning, next } = statuses.needs_confirmation;
  return {
    status: "needs_confirmation",
    message: `${meaning} ${next}`,
    action: presentCandidate(candidate),
    ...(pick && { pick: { p: presentProbability(pick.p), rule: pick.rule } }),
  };
}

function nothingSent(result: StepResult): StepOutcome {
  return { result, after: null };
}

function withModifiers(action: Action, modifiers: StepRequest["modifiers"]): Action {
  if (!modifiers || modifiers.length === 0) return action;
  return action.kind === "click" || action.kind === "toggle" ? { ...action, modifiers: [...modifiers] } : action;
}
