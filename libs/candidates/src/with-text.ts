import type { Action } from "@beans-picker/desktop";
import { textKinds, type Candidate } from "./candidate.js";
import { quoted } from "./describe.js";
import { isDestructiveLabel } from "./destructive/rules.js";
import { pressesFor } from "./keypad/presses.js";

/** How every description of a text kind begins; anchored, because a label may contain the same words. */
const GIVEN = /^(enter|type|add|choose|key in) the given text /;

/**
 * The candidate with the caller's text put in, to the code unit (the empty text is a text). Other kinds come back as they
 * are: refusing a text they do not use is the caller's part, and so is asking {@link takesText} first. Choosing a
 * destructive option is destructive.
 */
export function withText(candidate: Candidate, text: string): Candidate {
  if (!textKinds.has(candidate.kind)) return candidate;
  return {
    ...candidate,
    does: candidate.does.replace(GIVEN, (_, verb: string) => `${verb} ${quoted(text)} `),
    action: entering(candidate, text),
    destructive: candidate.destructive || (candidate.kind === "choose_option" && isDestructiveLabel(text)),
  };
}

/** Whether this text can be put in at all: a keypad must have a key for every part of it. */
export function takesText({ kind, keys }: Pick<Candidate, "kind" | "keys">, text: string): boolean {
  return kind === "keypad" ? pressesFor(text, keys ?? []) !== undefined : textKinds.has(kind);
}

function entering({ action, keys = [] }: Candidate, text: string): Action {
  switch (action.kind) {
    case "set_value":
    case "type_into":
    case "append":
    case "choose_option":
      return { ...action, text };
    case "keypad":
      return { ...action, keys: [...(pressesFor(text, keys) ?? [])] };
    default:
      return action;
  }
}
