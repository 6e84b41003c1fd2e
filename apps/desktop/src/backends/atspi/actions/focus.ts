import { editableRoles } from "@beans-picker/desktop";
import { refuse, type Refused } from "../../../bind.js";
import { pause } from "../../../budget.js";
import type { Target } from "../bind.js";
import { windowOf } from "../observe.js";
import { steps, type Plan, type Step } from "../steps.js";
import { activateAction } from "./press.js";
import type { Stage } from "./stage.js";
import { WALK_MS, walkTo } from "./walk.js";
import { walkPage } from "./walk-page.js";
import { canBeAsked, walkWidgets } from "./walk-widgets.js";

/** How long and how often a control is asked whether it has the focus by now, in ms. */
const FOCUS_MS = 600;
const POLL_MS = 20;

const unreachable = refuse(
  "background_unavailable",
  "The control cannot be given the focus without bringing its app to the front; nothing was sent.",
);

/** Steps for a control that has the focus inside its window, after what gives it the focus. */
export function onceFocused(stage: Stage, target: Target, ...then: readonly Step[]): Plan {
  if (isToldOnly(target)) return { ok: true, ...asIfInFront(stage, target, then) };
  const focus = focusStep(stage, target);
  if (focus === null) return steps(...then);
  return "ok" in focus ? focus : steps(focus, ...then);
}

/** Whether the control can only be reached by keys, and where these lead is told to the window in front only. */
export function isToldOnly({ seen, facts }: Target): boolean {
  return seen.toolkit === "qt" && facts.states.has("focusable") && !canBeAsked(facts);
}

function asIfInFront(stage: Stage, target: Target, then: readonly Step[]): Omit<Extract<Plan, { ok: true }>, "ok"> {
  const window = windowOf(target.seen, target.ref);
  const walk: Step = {
    route: "x11:tab",
    prepares: true,
    patienceMs: WALK_MS,
    otherwise: unreachable,
    send: (budget) => walkWidgets(stage, target, budget),
  };
  return { steps: [walk, ...then], during: (work, budget) => stage.desk.asIfInFront(window, work, budget) };
}

/** What gives a control the focus inside its window; `null` when it has it already, a refusal where that raises the window. */
export function focusStep(stage: Stage, target: Target): Step | Refused | null {
  // Qt says so for a moment after its window was taken for the one in front; asking it again does no harm.
  if (target.facts.states.has("focused") && target.seen.toolkit !== "qt") return null;
  const otherwise = unreachable;
  switch (target.seen.toolkit) {
    case "gtk3":
      // It presents the window when a control is to get the focus, and does not tell which control has it meanwhile.
      return otherwise;
    case "gtk4":
      return walkStep(stage, target, otherwise);
    case "chromium": {
      // It raises its window when it is asked for the focus, but not when a field is activated.
      const activate = editableRoles.has(target.node.role) ? activateAction(target.facts) : undefined;
      if (activate === undefined) return walkStep(stage, target, otherwise);
      return grabStep(stage, target, otherwise, (budget) => stage.accessibility.doAction(target.ref, activate, budget));
    }
    case "qt":
      // It moves the focus inside a window behind others, but does not say so while the window is not in front.
      return target.facts.states.has("focusable")
        ? {
            route: "atspi:focus",
            prepares: true,
            otherwise,
            send: (budget) => stage.accessibility.grabFocus(target.ref, budget),
          }
        : otherwise;
    case "other":
      return grabStep(stage, target, otherwise, (budget) => stage.accessibility.grabFocus(target.ref, budget));
  }
}

function walkStep(stage: Stage, target: Target, otherwise: Refused): Step {
  const { ref, seen } = target;
  const send: Step["send"] = async (budget) =>
    seen.toolkit === "chromium"
      ? await walkPage(stage, target, budget)
      : (await walkTo(stage, seen, [ref], budget)) !== null;
  return { route: "x11:tab", prepares: true, patienceMs: WALK_MS, otherwise, send };
}

function grabStep(stage: Stage, { ref }: Target, otherwise: Refused, grab: Step["send"]): Step {
  return {
    route: "atspi:focus",
    prepares: true,
    otherwise,
    send: async (budget) => {
      await grab(budget);
      for (let waited = 0; waited <= FOCUS_MS; waited += POLL_MS) {
        if ((await stage.accessibility.facts(ref, budget)).states.has("focused")) return true;
        if (!(await pause(POLL_MS, budget))) return false;
      }
      return false;
    },
  };
}
