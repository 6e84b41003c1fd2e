import { editableRoles, refKey, type ObjectRef } from "@beans-picker/desktop";
import { refuse, type Refused } from "../../../bind.js";
import { pause, type CallBudget } from "../../../budget.js";
import type { Target } from "../bind.js";
import { windowOf } from "../observe.js";
import type { Step } from "../steps.js";
import { activateAction } from "./press.js";
import type { Stage } from "./stage.js";
import { WALK_MS, walkTo } from "./walk.js";

/** How long and how often a control is asked whether it has the focus by now, in ms. */
const FOCUS_MS = 600;
const POLL_MS = 20;
/** How long a page may take to tell that a control got the focus, in ms. */
const MOVED_MS = 80;

/** What gives a control the focus inside its window; `null` when it has it already, a refusal where that raises the window. */
export function focusStep(stage: Stage, target: Target): Step | Refused | null {
  if (target.facts.states.has("focused")) return null;
  const otherwise = refuse(
    "background_unavailable",
    "The control cannot be given the focus without bringing its app to the front; nothing was sent.",
  );
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
      return await hasFocus(stage, ref, budget);
    },
  };
}

async function hasFocus(
  { accessibility }: Stage,
  ref: ObjectRef,
  budget: CallBudget,
  forMs: number = FOCUS_MS,
): Promise<boolean> {
  for (let waited = 0; waited <= forMs; waited += POLL_MS) {
    if ((await accessibility.facts(ref, budget)).states.has("focused")) return true;
    if (!(await pause(POLL_MS, budget))) return false;
  }
  return false;
}

/** Where the focus cannot be asked for, the Tab key moves it, as a person without a pointer would. */
async function walkPage(stage: Stage, target: Target, budget: CallBudget): Promise<boolean> {
  const { ref, seen } = target;
  const { accessibility, desk } = stage;
  // In a field of several lines Tab is a character.
  const fields = [...seen.places.values()]
    .map(({ facts }) => facts)
    .filter(({ ref: each, states }) => states.has("multi-line") && refKey(each) !== refKey(ref));
  const tabsAllowed = await startWalk(stage, target, budget);
  for (let tabs = 0; tabs <= tabsAllowed; tabs += 1) {
    // The browser tells of the focus a moment after it moved.
    if (await hasFocus(stage, ref, budget, tabs === tabsAllowed ? FOCUS_MS : MOVED_MS)) return true;
    if (tabs === tabsAllowed) break;
    const writing = await Promise.all(
      fields.map((field) =>
        accessibility.facts(field.ref, budget).then(
          ({ states }) => states.has("focused"),
          () => true,
        ),
      ),
    );
    await desk.pressKeys(windowOf(seen, ref), [writing.some(Boolean) ? ["ctrl", "tab"] : ["tab"]], budget);
  }
  return false;
}

/**
 * How many controls may be passed. The way begins at the last field before the control, which takes the focus
 * quietly, and ends where the control must have been: a step from the page to the bar above it would raise the window.
 */
async function startWalk({ accessibility }: Stage, { node, seen }: Target, budget: CallBudget): Promise<number> {
  const { nodes } = seen.snapshot;
  const at = nodes.findIndex(({ handle }) => handle === node.handle);
  const from = nodes.findLastIndex(
    ({ inWeb, operable, role }, each) => each < at && inWeb && operable && editableRoles.has(role),
  );
  const ref = seen.refs.get(nodes[from]?.handle ?? -1);
  const facts = ref === undefined ? undefined : seen.places.get(refKey(ref))?.facts;
  const activate = facts === undefined ? undefined : activateAction(facts);
  if (ref === undefined || activate === undefined) return 0;
  await accessibility.doAction(ref, activate, budget);
  return nodes.slice(from + 1, at + 1).filter(({ states }) => states.focused !== undefined).length;
}
