import { needsConsent, withText, type Candidate } from "@beans-picker/candidates";
import type { Action, Performed } from "@beans-picker/desktop";
import type { Decision } from "@beans-picker/ranking";
import { adviceFor, CodedError, codes, statuses, type Delivery } from "@beans-picker/shared";
import type { Verdict } from "@beans-picker/verification";
import type { ToolContext } from "../context.js";
import { deadlines, limits } from "../limits.js";
import { presentCandidate, presentProbability, presentRanked } from "../present/candidates.js";
import { presentForeground } from "../present/foreground.js";
import { presentChange } from "../present/change.js";
import type { ShortIds } from "../present/short-ids.js";
import { awaitExpectation } from "./await-expectation.js";
import { choose, type Choice, type StepRequest } from "./choose.js";
import { confirm } from "./confirm.js";
import { heldAgainst, targetKey, unmet, type Expectation } from "./expectation.js";
import { lookAgain, type Look } from "./look.js";
import { settle } from "./settle.js";
import type { StepResult } from "./step-result.js";

export interface StepOutcome {
  readonly result: StepResult;
  /** The window after the step; null when nothing was sent or it could not be read again. */
  readonly after: Look | null;
}

/** One action from choice to verdict. Rejects only when nothing was sent; once something was, it always answers. */
export async function runStep(step: StepRequest, view: Look, context: StepContext): Promise<StepOutcome> {
  context.stage(0.1, "choosing");
  const choice = await choose(step, view, context);
  if (choice.outcome === "undecided") return nothingSent(undecided(choice, view, context.ids));
  if (choice.outcome === "refused") return nothingSent(refused(choice, context.ids));
  const candidate = entered(choice.candidate, step);
  const pick = choice.pick && { pick: { p: presentProbability(choice.pick.p), rule: choice.pick.rule } };
  if (!needsConsent(candidate, step.instruction)) {
    const outcome = await sendAndJudge(step, candidate, pick, view, context);
    if (choice.pick) settle(step, choice.candidate, view, outcome, context);
    return outcome;
  }
  context.stage(0.15, "asking");
  const confirmation = await confirm(step, candidate, view, context);
  switch (confirmation.outcome) {
    case "confirmed":
      return sendAndJudge(
        { ...step, allowDestructive: true },
        entered(confirmation.candidate, step),
        pick,
        confirmation.view,
        context,
      );
    case "gone":
      return nothingSent({
        ...undecided({ outcome: "undecided", decision: nothingThere }, view, context.ids),
        ...pick,
      });
    case "unconfirmed": {
      const { message, token } = confirmation;
      return nothingSent({
        status: "needs_confirmation",
        message,
        action: presentCandidate(candidate, context.ids),
        ...(token !== undefined && { confirm: token }),
        ...pick,
      });
    }
  }
}

/** What one step may use: the tool's context, and a way to say how far the step is. */
export interface StepContext extends ToolContext {
  stage(part: number, doing: string): void;
  /** What earlier steps of the call did, oldest first, each in one line. */
  readonly earlier: readonly string[];
}

const nothingThere: Decision & { outcome: "not_found" } = { outcome: "not_found", pNone: 1, nearest: [] };

function entered(candidate: Candidate, { text }: StepRequest): Candidate {
  return text === undefined ? candidate : withText(candidate, text);
}

async function sendAndJudge(
  step: StepRequest,
  candidate: Candidate,
  pick: Pick<StepResult, "pick"> | undefined,
  view: Look,
  context: StepContext,
): Promise<StepOutcome> {
  const { owner, signal } = context;
  const action = withConsent(withModifiers(candidate.action, step.modifiers), step);
  const { watchId } = await context.verifier.call(
    "watch.begin",
    { owner, snapshotId: view.snapshotId, action },
    { deadlineMs: deadlines.look, signal },
  );
  context.stage(0.3, "acting");
  const { performed, record } = await context.traffic.acting(signal, async () => {
    const record = context.front.record(view.snapshot.window.pid);
    return { record, performed: await perform(action, view, context) };
  });
  const facts = {
    action: { ...presentCandidate(candidate, context.ids), route: performed.route },
    ...pick,
    delivery: performed.delivery,
  };
  if (performed.delivery === "not_delivered") {
    record.stop();
    void context.verifier
      .call("watch.drop", { owner, watchId }, { deadlineMs: deadlines.front })
      .catch(() => undefined);
    return nothingSent({ ...failed(performed), ...facts });
  }
  context.stage(0.5, "checking the effect");
  const judgement = await judge(watchId, performed, context);
  const { result, after } = await expected(step.expect, candidate, view, judgement, context);
  await record.settled();
  const foreground = presentForeground(record.stop(), candidate.kind);
  return { result: { ...result, ...facts, ...foreground }, after };
}

/** Holds the outcome against what the caller said must be true. */
async function expected(
  expectation: Expectation | undefined,
  { action }: Candidate,
  before: Look,
  outcome: StepOutcome,
  context: StepContext,
): Promise<StepOutcome> {
  const { result, after } = outcome;
  const { status } = result;
  if (expectation === undefined || status === "mismatch" || status === "failed") return outcome;
  context.stage(0.7, "waiting for what is expected");
  const key = targetKey(before.snapshot, "handle" in action ? action.handle : undefined);
  const { pid, windowId } = before.snapshot.window;
  const awaited = await awaitExpectation(expectation, after, { pid, windowId, key }, context);
  const already = unmet(expectation, before.snapshot, key).length === 0;
  return { result: { ...result, ...heldAgainst(awaited.unmet, already, result) }, after: awaited.last };
}

/** Sends the action, once. A lost connection or a passed deadline leaves the delivery uncertain, never repeated. */
async function perform(action: Action, view: Look, context: ToolContext): Promise<Performed> {
  try {
    return await context.desktop.call(
      "action.perform",
      { owner: context.owner, snapshotId: view.snapshotId, action },
      // Not cancelled any more: half of an action would be worse than all of it.
      { deadlineMs: deadlines.perform },
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
    ...(Object.keys(verdict.change).length > 0 && { change: presentChange(verdict.change) }),
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
  if (code === "needs_confirmation") {
    return { status: "needs_confirmation", message: `${message} ${statuses.needs_confirmation.next}` };
  }
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

function undecided({ decision }: Extract<Choice, { outcome: "undecided" }>, view: Look, ids: ShortIds): StepResult {
  const { meaning, next } = statuses[decision.outcome];
  const message = `${meaning} ${next}`;
  if (decision.outcome === "ambiguous") {
    return {
      status: "ambiguous",
      message,
      candidates: presentRanked(decision.shortlist, view.candidates, limits.shortlist, ids),
    };
  }
  const nearest = presentRanked(decision.nearest, view.candidates, limits.shortlist, ids);
  return {
    status: "not_found",
    message,
    pNone: presentProbability(decision.pNone),
    ...(nearest.length > 0 && { candidates: nearest }),
  };
}

function refused({ code, candidate }: Extract<Choice, { outcome: "refused" }>, ids: ShortIds): StepResult {
  const { meaning, next } = codes[code];
  return {
    status: "failed",
    code,
    message: `${meaning} Nothing was sent. ${next}`,
    ...(candidate && { action: presentCandidate(candidate, ids) }),
  };
}

function nothingSent(result: StepResult): StepOutcome {
  return { result, after: null };
}

/** Tells the back end that what it may find only while acting is agreed to. */
function withConsent(action: Action, { allowDestructive }: StepRequest): Action {
  const asks = action.kind === "click" || action.kind === "choose_option" || action.kind === "drag";
  return asks && allowDestructive === true ? { ...action, confirmed: true } : action;
}

function withModifiers(action: Action, modifiers: StepRequest["modifiers"]): Action {
  if (!modifiers || modifiers.length === 0) return action;
  return action.kind === "click" || action.kind === "toggle" ? { ...action, modifiers: [...modifiers] } : action;
}
