import type { Performed, Snapshot } from "@beans-picker/desktop";
import type { WindowRef } from "../../../backend.js";
import { refuse } from "../../../bind.js";
import type { CallBudget } from "../../../budget.js";
import type { codes } from "@beans-picker/shared";
import type { CuaDriver } from "../driver.js";
import type { Observation } from "../observe.js";

/** What an action on macOS is carried out with. */
export interface MacStage {
  readonly driver: CuaDriver;
  readonly window: WindowRef;
  /** The look that the action was chosen from. */
  readonly before: Snapshot;
  /** The same with the driver's tokens, while it is still known. */
  readonly kept: Observation | undefined;
  readonly look: (budget: CallBudget) => Promise<Observation>;
  /** False when clicks at a point are switched off. */
  readonly pixel: boolean;
}

/** Nothing was sent, for a reason of our own. */
export function notSent(code: keyof typeof codes, message?: string): Performed {
  return { delivery: "not_delivered", route: [], refusal: refuse(code, message).refusal };
}

/** What would be touched may not be undoable, which shows only now. */
export function notConfirmed(): Performed {
  const message = "What would be pressed turned out to need consent; nothing was sent to it.";
  return {
    delivery: "not_delivered",
    route: [],
    refusal: { code: "needs_confirmation", message, retry: false },
  };
}
