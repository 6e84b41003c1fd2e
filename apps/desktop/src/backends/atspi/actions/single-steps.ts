import type { ObjectRef } from "@beans-picker/desktop";
import type { Target } from "../bind.js";
import type { Chord } from "../desk.js";
import { windowOf } from "../observe.js";
import type { Step } from "../steps.js";
import { isToldOnly } from "./focus.js";
import type { Stage } from "./stage.js";
import { assertStillMeant } from "./still-meant.js";

/** One of the actions that a control offers, by its number. */
export function actionStep({ accessibility }: Stage, { ref }: { readonly ref: ObjectRef }, index: number): Step {
  return { route: "atspi:action", send: (budget) => accessibility.doAction(ref, index, budget) };
}

/** Presses keys one after the other in a window, wherever the focus of the desktop is. */
export function keysStep({ desk }: Stage, windowId: number, chords: readonly Chord[]): Step {
  return {
    route: "x11:keys",
    send: async (budget) => {
      await desk.pressKeys(windowId, chords, budget);
      return true;
    },
  };
}

/**
 * Presses keys in the window of a control that has the focus, or was just given it. Whether it still is the control that
 * was meant, and has the focus, is read right before: getting there takes time.
 */
export function keysOnStep(stage: Stage, target: Target, chords: readonly Chord[]): Step {
  const press = keysStep(stage, windowOf(target.seen, target.ref), chords);
  // Qt gives the focus to a control of a window in the background, and says so only where it takes that for the one in front.
  const focused = target.seen.toolkit !== "qt" || isToldOnly(target);
  return {
    ...press,
    send: async (budget) => {
      await assertStillMeant(stage, target, { focused }, budget);
      return await press.send(budget);
    },
  };
}
