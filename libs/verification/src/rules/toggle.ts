import type { Action } from "@beans-picker/desktop";
import { surfaceChange } from "../surfaces.js";
import { done, lost, noEffect, unverified, type Evidence, type Finding } from "./rule.js";

type Toggle = Extract<Action, { kind: "toggle" }>;

export function judgeToggle(evidence: Evidence<Toggle>): Finding {
  const { was, is } = evidence;
  if (is === undefined || was === undefined) return lost(evidence);
  const [before, after] = [was.states.checked, is.states.checked];
  if (before === undefined || after === undefined) return unverified("Whether the control is on cannot be read.");
  if (before !== after)
    return done(
      after === true
        ? "The control is on now."
        : after === false
          ? "The control is off now."
          : "The control is partly on now.",
      true,
    );
  // It may ask first: that it has not flipped is then not the end of it.
  const surface = surfaceChange(evidence.before, evidence.after);
  return surface?.what === "appeared"
    ? unverified("The control has not flipped, but something opened.")
    : noEffect("The control is as it was before.", true);
}
