import { editableRoles, type Action, type SnapshotNode } from "@beans-picker/desktop";
import { signatureOf } from "../signature.js";
import { changeOf, isEmpty } from "../change.js";
import type { Look } from "../look.js";
import { stayMs } from "../settling.js";
import type { Change, Effect } from "../verdict.js";

/** What a rule finds. `exact` only where it rests on the target's content to the code unit. */
export interface Finding {
  readonly effect: Effect;
  readonly evidence: string;
  readonly exact?: boolean;
  /** The target can never be read, so looking again tells nothing about it. */
  readonly blind?: boolean;
  /** How long the effect has to be seen before it is believed, in milliseconds; 0 when it is proof at once. */
  readonly stayMs?: number;
  /** What was to be entered and what the field holds instead. */
  readonly texts?: { readonly wanted: string; readonly held: string };
}

/** Everything a rule may look at. It must not call anything `done` that is not about the target. */
export interface Evidence<A extends Action = Action> {
  readonly action: A;
  readonly before: Look;
  readonly after: Look;
  /** The target before, absent when the action has none. */
  readonly was: SnapshotNode | undefined;
  /** The same control afterwards, by identity; absent when it is gone or cannot be told from look-alikes. */
  readonly is: SnapshotNode | undefined;
  readonly ambiguous: boolean;
  readonly change: Change;
  /** Whether anything at all is different. */
  readonly moved: boolean;
}

export type Rule<A extends Action = Action> = (evidence: Evidence<A>) => Finding;

export function gather<A extends Action>(
  action: A,
  before: Look,
  after: Look,
  target: { key: string; ambiguous: boolean } | null,
): Evidence<A> {
  const change = changeOf(before, after);
  return {
    action,
    before,
    after,
    was: target === null ? undefined : before.byKey(target.key),
    is: target === null ? undefined : after.byKey(target.key),
    ambiguous: target?.ambiguous ?? false,
    change,
    moved: !isEmpty(change) || signatureOf(before) !== signatureOf(after),
  };
}

export const done = (evidence: string, exact = false): Finding => ({ effect: "done", evidence, exact });
/** Done, if it stays: apps take back states and texts that they refuse. */
export const lasting = (evidence: string, exact = false): Finding => ({
  ...done(evidence, exact),
  stayMs: stayMs.state,
});
/** Done, if it does not change on: what changes all the time changes by itself. */
export const passing = (evidence: string): Finding => ({ ...done(evidence), stayMs: stayMs.beside });
export const unverified = (evidence: string): Finding => ({ effect: "unverified", evidence });
export const blind = (evidence: string): Finding => ({ effect: "unverified", evidence, blind: true });
export const noEffect = (evidence: string, exact = false): Finding => ({ effect: "no_effect", evidence, exact });
export const mismatch = (evidence: string, exact = false, texts?: Finding["texts"]): Finding => ({
  effect: "mismatch",
  evidence,
  exact,
  ...(texts !== undefined && { texts }),
});

/**
 * Nothing is different that can be read. Only where every field can be read does that mean that nothing happened: a
 * calculator's keys write into a field that some back ends cannot read.
 */
export function nothingSeen({ after }: Pick<Evidence, "after">): Finding {
  const hidden = after.tree.nodes.some(
    (node) =>
      editableRoles.has(node.role) && node.role !== "securefield" && (node.rawValue ?? node.value) === undefined,
  );
  return hidden
    ? unverified("Nothing changed that can be read, and what some fields hold cannot.")
    : noEffect("Nothing changed.");
}

/** What to say when the target cannot be found again. */
export function lost({ ambiguous, moved }: Evidence): Finding {
  if (!moved) return unverified("The window did not change and the control's state could not be read.");
  return unverified(
    ambiguous
      ? "The window changed, and the control cannot be told from its look-alikes any more."
      : "The control is no longer on the window, and nothing shows that the action did it.",
  );
}
