import type { Performed } from "@beans-picker/desktop";
import type { CallBudget } from "../../../budget.js";
import type { Plan, PlannedCall } from "../actions/plan.js";
import type { Observation } from "../observe.js";
import { performSteps, sendCall } from "../perform.js";
import type { MacStage } from "./stage.js";

/** The driver cannot tell which window of the app would get a key in the background. Source: cua-driver 0.28 codes. */
const ambiguousKeys = "same_pid_keyboard_ambiguity";

/**
 * Sends a key or a menu command's keys. Where the driver refuses because the app has several windows, nothing was sent, and the
 * same call is made once more with the window in front for its duration: the one use of the foreground there is.
 */
export async function keysMacos(
  stage: MacStage,
  plan: (now: Observation) => Plan,
  start: Observation | undefined,
  name: string,
  budget: CallBudget,
): Promise<Performed> {
  const { driver, look } = stage;
  let planned: PlannedCall | undefined;
  const remembered = (now: Observation): Plan => {
    const made = plan(now);
    planned = made.ok && made.calls.length === 1 ? made.calls[0] : undefined;
    return made;
  };
  const sent = await performSteps({ driver, look, plan: remembered, kept: start, relook: "when_stale" }, budget);
  if (sent.refusal?.code !== ambiguousKeys || sent.delivery !== "not_delivered" || planned === undefined) return sent;
  const outcome = await sendCall(
    driver,
    { tool: planned.tool, args: { ...planned.args, delivery_mode: "foreground" } },
    budget,
  );
  const { delivery, refusal, hint } = outcome;
  return {
    delivery,
    route: [`fg:${name}`],
    ...(refusal === undefined ? {} : { refusal }),
    ...(hint === undefined ? {} : { hint }),
  };
}
