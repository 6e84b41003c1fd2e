import type { Action } from "@beans-picker/desktop";
import { surfaceChanges } from "../surfaces.js";
import { lasting, lost, noEffect, unverified, type Evidence, type Finding } from "./rule.js";

type Toggle = Extract<Action, { kind: "toggle" }>;

export function judgeToggle(evidence: Evidence<Toggle>): Finding {
  const { was, is } = evidence;
  if (is === undefined || was === undefined) return lost(evidence);
  const [before, after] = [was.states.checked, is.states.checked];
  if (before === undefined || after === undefined) return unverified("Whether the control is on cannot be read.");
  if (before !== after)
    return lasting(
      after === true
        ? "The control is on now."
        : after === false
          ? "The control is off now."
          : "The control is partly on now.",
      true,
    );
  // It may ask first: that it has not flipped is then not the end of it.
  const opened = surfaceChanges(evidence.before, evidence.after).some(({ what }) => what === "appeared");
  return opened
    ? unverified("The control has not flipped, but something opened.")
    : noEffect("The control is as it was before.", true);
}
