import type { Action, Performed } from "@beans-picker/desktop";
import type { CallBudget } from "../../../budget.js";
import { splitKeys } from "../../../key-names.js";
import { planAppendMacos } from "../actions/insert-text.js";
import { bindNode } from "../bind.js";
import { chooseMacos } from "../choose-macos.js";
import { performSteps } from "../perform.js";
import { planMacos } from "../perform-macos.js";
import type { Observation } from "../observe.js";
import { clickMacos } from "./click.js";
import { dragMacos } from "./drag.js";
import { keypadMacos } from "./keypad.js";
import { keysMacos } from "./keys.js";
import type { MacStage } from "./stage.js";

/** Carries an action out on macOS: its plan, and what follows from the driver's answers. */
export async function actMacos(stage: MacStage, action: Action, budget: CallBudget): Promise<Performed> {
  const { driver, window, before, kept, look } = stage;
  switch (action.kind) {
    case "click":
    case "toggle":
    case "select":
      return await clickMacos(stage, action, budget);
    case "keypad":
      return await keypadMacos(stage, action.keys, budget);
    case "drag":
      return await dragMacos(stage, action, budget);
    case "choose_option":
      return await chooseMacos(
        { ...stage, handle: action.handle, text: action.text, confirmed: action.confirmed },
        budget,
      );
    case "append":
      return await appendMacos(stage, action, budget);
    case "key": {
      const plan = (now: Observation) => planMacos(before, action, now, window);
      return action.handle === undefined
        ? await keysMacos(stage, plan, kept, splitKeys(action.key).length > 1 ? action.key : "press_key", budget)
        : await performSteps({ driver, look, plan, kept, relook: "when_stale" }, budget);
    }
    case "menu": {
      const shortcut = before.menus.find(({ handle }) => handle === action.handle)?.shortcut ?? "hotkey";
      const plan = (now: Observation) => planMacos(before, action, now, window);
      // Keys go to whatever the menu is now, so the menu is looked at first.
      return await keysMacos(stage, plan, undefined, shortcut, budget);
    }
    default: {
      const plan = (now: Observation) => planMacos(before, action, now, window);
      return await performSteps({ driver, look, plan, kept, relook: "when_stale" }, budget);
    }
  }
}

/** Where the key that moves the caret is refused, the whole text is written anew if it is known to the code unit. */
async function appendMacos(
  stage: MacStage,
  action: Extract<Action, { kind: "append" }>,
  budget: CallBudget,
): Promise<Performed> {
  const { driver, window, before, look } = stage;
  const by = (without: "caret_key" | undefined) =>
    performSteps(
      {
        driver,
        look,
        relook: "when_stale",
        plan: (now) => {
          const found = bindNode(before, action.handle, now);
          return found.ok ? planAppendMacos(found.bound, action.text, window, without) : found;
        },
      },
      budget,
    );
  const typed = await by(undefined);
  const atCaret = typed.delivery === "not_delivered" && typed.route.length === 1 && typed.route[0] === "caret";
  return atCaret ? await by("caret_key") : typed;
}
