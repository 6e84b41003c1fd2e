import type { Performed } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { refuse, type Refused } from "../../bind.js";
import { assertTimeLeft, limitBudget, pause, type CallBudget } from "../../budget.js";

/** Longest wait for the answer to one step, in ms. A toolkit that opens a modal dialog answers when that is closed. */
const STEP_MS = 4_000;

/** Making ready may take a walk through the controls of a window. */
const READY_MS = 8_000;

/** One call that may change something. It is made once, whatever comes of it. */
export interface Step {
  /** What is reported as the way taken, such as `atspi:action`. */
  readonly route: string;
  /** Makes ready only, such as moving the focus inside the window: when it fails, the action itself was not begun. */
  readonly prepares?: boolean;
  /** How long the answer may take, in ms, where that is longer than usual. */
  readonly patienceMs?: number;
  /** False when the app says that it did nothing. */
  readonly send: (budget: CallBudget) => Promise<boolean>;
  /** Why the action is refused when `send` answers false. */
  readonly otherwise?: Refused;
}

/** The steps that carry an action out, in order, or why none is sent. */
export type Plan =
  | {
      readonly ok: true;
      readonly steps: readonly Step[];
      /** What has to be so from before the first of them until after the last. */
      readonly during?: <T>(work: () => Promise<T>, budget: CallBudget) => Promise<T>;
    }
  | Refused;

export function steps(...all: readonly Step[]): Plan {
  return { ok: true, steps: all };
}

/** Tells whether something happened that an action must have caused, while its answer is still out. */
export type Witness = (budget: CallBudget) => Promise<boolean>;

/** Makes each step once and stops at the first that fails. Rejects only while nothing was sent. */
export async function takeSteps(plan: readonly Step[], witness: Witness, budget: CallBudget): Promise<Performed> {
  const route: string[] = [];
  let sent = false;
  for (const step of plan) {
    const before = (): Performed => ({ delivery: sent ? "uncertain" : "not_delivered", route });
    try {
      assertTimeLeft(budget);
    } catch (error) {
      if (!sent || !(error instanceof CodedError)) throw error;
      return { ...before(), refusal: refusalOf(error), hint: "partial" };
    }
    route.push(step.route);
    const outcome = await attempt(step, witness, budget);
    if (outcome === "done") {
      sent ||= step.prepares !== true;
      continue;
    }
    const { delivery, refusal } = outcome;
    if (sent) return { ...before(), refusal, hint: "partial" };
    return { delivery: step.prepares === true ? "not_delivered" : delivery, route, refusal };
  }
  // Without steps the control is as the action would make it.
  return { delivery: sent || plan.length === 0 ? "delivered" : "not_delivered", route };
}

type Failed = Required<Pick<Performed, "delivery" | "refusal">>;

async function attempt(step: Step, witness: Witness, budget: CallBudget): Promise<"done" | Failed> {
  const limited = limitBudget(budget, step.patienceMs ?? (step.prepares === true ? READY_MS : STEP_MS));
  try {
    const sending = step.send(limited);
    const answer = step.prepares === true ? await sending : await answerOf(sending, witness, limited);
    if (answer) return "done";
    const { refusal } = step.otherwise ?? refuse("failed", "The app answered that it did not carry the action out.");
    return { delivery: step.otherwise === undefined ? "uncertain" : "not_delivered", refusal };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if ((error.facts.delivery ?? (neverSent.has(error.code) ? "not_delivered" : "uncertain")) === "not_delivered") {
      return { delivery: "not_delivered", refusal: refusalOf(error) };
    }
    // The answer is late or lost; what the action brought up tells that it arrived.
    if (step.prepares !== true && (await witness(budget).catch(() => false))) return "done";
    return { delivery: "uncertain", refusal: { ...refusalOf(error), retry: false } };
  }
}

/** How long an answer is waited for before what the action brought up is looked for instead, and how often, in ms. */
const LATE_MS = 300;
const WITNESS_MS = 150;

/** What the app answers; true as soon as the witness has seen what must have come of the action, if that is earlier. */
async function answerOf(sending: Promise<boolean>, witness: Witness, budget: CallBudget): Promise<boolean> {
  const settled = sending.then(
    () => true,
    () => true,
  );
  const later = (ms: number): Promise<boolean> => pause(ms, budget).then(() => false);
  for (let wait = LATE_MS; !(await Promise.race([settled, later(wait)])); wait = WITNESS_MS) {
    if (budget.remainingMs() <= 0) break;
    if (await witness(budget).catch(() => false)) return true;
  }
  return await sending;
}

/** Codes that mean so unless the error itself says otherwise: the object was gone or cannot do it. */
const neverSent: ReadonlySet<string> = new Set(["target_gone", "unsupported", "background_unavailable", "not_visible"]);

function refusalOf(error: CodedError): Failed["refusal"] {
  return { code: error.code, message: error.message, retry: error.code === "target_gone" };
}
