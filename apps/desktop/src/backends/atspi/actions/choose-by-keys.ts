import { refKey, type SnapshotNode } from "@beans-picker/desktop";
import { pause, type CallBudget } from "../../../budget.js";
import type { Binder, Target } from "../bind.js";
import { windowOf } from "../observe.js";
import { steps, type Plan, type Step } from "../steps.js";
import { onceFocused } from "./focus.js";
import { keysOnStep, keysStep } from "./single-steps.js";
import type { Stage } from "./stage.js";

/** How long a drop-down may take to show what an arrow key chose, and how often it is looked at, in ms. */
const SHOWN_MS = 600;
const POLL_MS = 30;
/** More presses than this are not a way to choose. */
const MOST_PRESSES = 60;

export interface Choice {
  readonly popup: Target;
  readonly options: readonly SnapshotNode[];
  readonly option: SnapshotNode;
}

/**
 * Chooses an option of a closed drop-down with the arrow keys, which go from one enabled option to the next. The first
 * press must show in the drop-down before the others are sent. `null` when it is not known where the keys would start.
 */
export function planArrows(stage: Stage, binder: Binder, { popup, options, option }: Choice): Plan | null {
  const enabled = options.filter(({ states }) => states.enabled);
  const from = currentOf(popup.node, enabled);
  const to = enabled.findIndex(({ handle }) => handle === option.handle);
  const next = from === undefined ? undefined : enabled[from + Math.sign(to - from)];
  if (from === undefined || next === undefined || to < 0) return null;
  const presses = Math.abs(to - from);
  if (presses === 0) return steps();
  if (presses > MOST_PRESSES) return null;
  const window = windowOf(popup.seen, popup.ref);
  const key = [to > from ? "down" : "up"];
  const press = keysOnStep(stage, popup, [key]);
  const first: Step = {
    ...press,
    send: async (budget) => {
      await press.send(budget);
      return await shows(binder, popup, next.label, budget);
    },
  };
  const rest = Array.from({ length: presses - 1 }, () => key);
  return onceFocused(stage, popup, first, ...(rest.length === 0 ? [] : [keysStep(stage, window, rest)]));
}

/** Index of the option that is chosen now, by what the drop-down shows, else by the one marked as selected. */
function currentOf(popup: SnapshotNode, enabled: readonly SnapshotNode[]): number | undefined {
  const shown = enabled.flatMap(({ label }, at) => (popup.value !== undefined && label === popup.value ? [at] : []));
  const marked = enabled.flatMap(({ states }, at) => (states.selected === true ? [at] : []));
  const [only, ...more] = marked.length === 1 ? marked : shown;
  return more.length === 0 ? only : undefined;
}

async function shows(binder: Binder, { ref }: Target, label: string, budget: CallBudget): Promise<boolean> {
  for (let waited = 0; waited <= SHOWN_MS; waited += POLL_MS) {
    const now = await binder.look(budget);
    const popup = now.snapshot.nodes.find(({ handle }) => {
      const each = now.refs.get(handle);
      return each !== undefined && refKey(each) === refKey(ref);
    });
    if (popup?.value === label) return true;
    if (!(await pause(POLL_MS, budget))) return false;
  }
  return false;
}
