import { isDestructiveNode } from "@beans-picker/candidates";
import type { Performed, Snapshot } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import type { WindowRef } from "../../backend.js";
import type { CallBudget } from "../../budget.js";
import { findOption, optionsOf } from "../../options.js";
import { planClickMacos } from "./actions/click.js";
import { background, type Plan } from "./actions/plan.js";
import { bindNode, withToken } from "./bind.js";
import type { CuaDriver } from "./driver.js";
import type { Observation } from "./observe.js";
import { performSteps, sendCall } from "./perform.js";

export interface Choice {
  readonly driver: CuaDriver;
  readonly window: WindowRef;
  readonly before: Snapshot;
  readonly kept: Observation | undefined;
  readonly handle: number;
  readonly text: string;
  readonly confirmed?: boolean | undefined;
  readonly look: (budget: CallBudget) => Promise<Observation>;
}

/**
 * Chooses an option of a pop-up on macOS, whose items exist only while it is open: press it, find the item, press that, and
 * close the menu with Escape if it is still there. Nothing is left open on a refusal.
 */
export async function chooseMacos(choice: Choice, budget: CallBudget): Promise<Performed> {
  const { driver, window, before, look } = choice;
  const popup = (now: Observation) => bindNode(before, choice.handle, now);
  const opened = await performSteps(
    {
      driver,
      look,
      kept: choice.kept,
      relook: "when_stale",
      plan: (now) => {
        const binding = popup(now);
        return binding.ok ? planClickMacos(binding.bound, [], window) : binding;
      },
    },
    budget,
  );
  if (opened.delivery !== "delivered") return opened;

  const plan = (now: Observation): Plan => {
    const found = findOption(openOptions(now, popup(now)), choice.text);
    if (!found.ok) return found;
    // Its help may say more than its title, and is there only now.
    if (choice.confirmed !== true && isDestructiveNode(now.snapshot, found.option.handle)) {
      return { ok: false, refusal: { code: "needs_confirmation", message: unconfirmed, retry: false } };
    }
    const option = withToken(found.option, now);
    return option.ok ? planClickMacos(option.bound, [], window) : option;
  };
  const pressed = await performSteps({ driver, look, relook: "when_stale", plan }, budget).catch(unreadable);
  const closed = await closeMenu(choice, budget);
  return { ...pressed, route: [...opened.route, ...pressed.route, ...closed] };
}

const unconfirmed = "The option turned out to need consent; it was not pressed.";

/** The list was opened, so something was done whatever went wrong afterwards. */
function unreadable(error: unknown): Performed {
  const code = error instanceof CodedError ? error.code : "internal";
  const message = "The pop-up was opened, but its options could not be read; none was chosen.";
  return { delivery: "uncertain", route: [], refusal: { code, message, retry: false } };
}

/** Items of the open menu, which hangs below the pop-up or stands alone as the window's modal. */
function openOptions(now: Observation, popup: ReturnType<typeof bindNode>) {
  const { nodes, modal } = now.snapshot;
  const below = popup.ok ? optionsOf(popup.bound.node.handle, nodes) : [];
  return below.length > 0 || modal === null ? below : optionsOf(modal.handle, nodes);
}

async function closeMenu({ driver, window, look }: Choice, budget: CallBudget): Promise<string[]> {
  try {
    const now = await look(budget);
    if (now.snapshot.modal?.role !== "menu") return [];
    const args = { pid: window.pid, window_id: window.windowId, key: "escape", ...background };
    const outcome = await sendCall(driver, { tool: "press_key", args }, budget);
    return outcome.delivery === "not_delivered" ? [] : ["escape"];
  } catch {
    // The choice itself was made; a menu that stays open shows in the next look.
    return [];
  }
}
