import type { WindowRef } from "../../../backend.js";
import type { Accessibility } from "../accessibility.js";
import type { Desk } from "../desk.js";
import type { Observation } from "../observe.js";

/** What an action is carried out with. */
export interface Stage {
  readonly accessibility: Accessibility;
  readonly desk: Desk;
  readonly window: WindowRef;
  /** The look that the action was chosen from. */
  readonly seen: Observation;
}
