import type { Performed } from "@beans-picker/desktop";
import { CodedError, type Delivery } from "@beans-picker/shared";
import { limitBudget, type CallBudget } from "../../budget.js";
import type { Plan, PlannedCall } from "./actions/plan.js";
import type { CuaDriver } from "./driver.js";
import type { Observation } from "./observe.js";
import { readAnswer } from "./refusal.js";

/**
 * Longest wait for the answer to one action, in ms. A press that opens a modal dialog of Qt is answered only after 25 s, and
 * the driver then presses a second time by other means; the slowest honest answer measured is 3.4 s (LibreOffice).
 */
const ACTION_MS = 10_000;

export interface Steps {
  readonly driver: CuaDriver;
  /** A fresh look at the window. */
  readonly look: (budget: CallBudget) => Promise<Observation>;
  /** What to send, given the newest look. Asked again after each look, so that each call goes to a control just found. */
  readonly plan: (now: Observation) => Plan;
  /** A look whose tokens are still to be trusted; without one the first call gets a fresh look. */
  readonly kept?: Observation | undefined;
  /** `always`: a fresh look before each call. `when_stale`: only after the driver called a token stale. */
  readonly relook: "always" | "when_stale";
}

/**
 * Carries an action out call by call. A call is repeated at most once, and only after the driver refused it because its look
 * was stale, that is, before it did anything. It rejects only while nothing was sent.
 */
export async function performSteps(steps: Steps, budget: CallBudget): Promise<Performed> {
  const sent: Outcome[] = [];
  let now = steps.kept;
  let total = 1;
  while (sent.length < total) {
    let outcome: Outcome | undefined;
    for (let tries = 0; tries < 2; tries += 1) {
      try {
        now = now === undefined || tries > 0 ? await steps.look(budget) : now;
      } catch (error) {
        return giveUp(sent, error);
      }
      const plan = steps.plan(now);
      if (!plan.ok) return report(sent, { delivery: "not_delivered", refusal: plan.refusal });
      total = plan.calls.length;
      const call = plan.calls[sent.length];
      if (call === undefined) break;
      try {
        outcome = await sendCall(steps.driver, call, budget);
      } catch (error) {
        return giveUp(sent, error);
      }
      if (outcome.refusal?.code !== "stale_element_token" || outcome.delivery !== "not_delivered") break;
    }
    if (outcome === undefined) break;
    if (outcome.delivery !== "delivered") return report(sent, outcome);
    sent.push(outcome);
    if (steps.relook === "always") now = undefined;
  }
  return report(sent, undefined);
}

interface Outcome {
  readonly delivery: Delivery;
  readonly route?: string | undefined;
  readonly hint?: Performed["hint"];
  readonly refusal?: Performed["refusal"];
}

/** Sends one call. Rejects with a `CodedError` whose delivery is `not_delivered`; all else is an outcome. */
export async function sendCall(driver: CuaDriver, call: PlannedCall, budget: CallBudget): Promise<Outcome> {
  try {
    const reply = await driver.call(call.tool, call.args, "acts", limitBudget(budget, ACTION_MS));
    const answer = readAnswer(reply);
    if (answer.kind === "refused") return { delivery: answer.delivery, route: call.step, refusal: answer.refusal };
    const word = answer.route ?? "unknown";
    return {
      // Events sent to the screen as a whole reach whatever is there, which in the background is rarely the control.
      delivery: word === "global_input" ? "uncertain" : "delivered",
      route: call.step === undefined ? word : `${word}:${call.step}`,
      hint: answer.hint,
    };
  } catch (error) {
    if (!(error instanceof CodedError) || error.facts.delivery === "not_delivered") throw error;
    const { code, message, delivery = "uncertain" } = error.facts;
    return { delivery, route: call.step, refusal: { code, message, retry: false } };
  }
}

/** What became of the whole action: what was sent before counts, whatever the last call came to. */
function report(sent: readonly Outcome[], last: Outcome | undefined): Performed {
  const all = last === undefined ? sent : [...sent, last];
  const partly = sent.length > 0 && last !== undefined;
  const end = all.at(-1);
  const hint = partly ? "partial" : end?.hint;
  return {
    delivery: partly ? "uncertain" : (end?.delivery ?? "not_delivered"),
    route: all.flatMap(({ route }) => (route === undefined ? [] : [route])),
    ...(end?.refusal === undefined ? {} : { refusal: end.refusal }),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Before anything was sent a fault is the caller's to see; afterwards it must not hide what was done. */
function giveUp(sent: readonly Outcome[], error: unknown): Performed {
  if (sent.length === 0 || !(error instanceof CodedError)) throw error;
  return report(sent, {
    delivery: "not_delivered",
    refusal: { code: error.facts.code, message: error.facts.message, retry: false },
  });
}
