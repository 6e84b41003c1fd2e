import type { ObjectRef } from "@beans-picker/desktop";
import type { Chord } from "../desk.js";
import type { Step } from "../steps.js";
import type { Stage } from "./stage.js";

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
