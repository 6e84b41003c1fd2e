import type { Action } from "@beans-picker/desktop";
import { textKinds, type Candidate } from "./candidate.js";
import { quoted } from "./describe.js";
import { isDestructiveLabel } from "./destructive/rules.js";

/** How every description of a text kind begins; anchored, because a label may contain the same words. */
const GIVEN = /^(enter|choose) the given text /;

/**
 * The candidate with the caller's text put in, to the code unit (the empty text is a text). Other kinds come back as they
 * are: refusing a text they do not use is the caller's part. Choosing a destructive option is destructive.
 */
export function withText(candidate: Candidate, text: string): Candidate {
  if (!textKinds.has(candidate.kind)) return candidate;
  return {
    ...candidate,
    does: candidate.does.replace(GIVEN, (_, verb: string) => `${verb} ${quoted(text)} `),
    action: entering(candidate.action, text),
    destructive: candidate.destructive || (candidate.kind === "choose_option" && isDestructiveLabel(text)),
  };
}

function entering(action: Action, text: string): Action {
  return action.kind === "set_value" || action.kind === "choose_option" ? { ...action, text } : action;
}
