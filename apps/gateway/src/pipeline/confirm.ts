import { dragFrom, type Candidate, type ConfirmedAction, type Redemption } from "@beans-picker/candidates";
import { statuses } from "@beans-picker/shared";
import type { ToolContext } from "../context.js";
import type { StepRequest } from "./choose.js";
import { look, type Look } from "./look.js";

export type Confirmation =
  /** `view` is another look when a person was asked meanwhile; the candidate is the same. */
  | { readonly outcome: "confirmed"; readonly view: Look; readonly candidate: Candidate }
  /** The control is not there any more after the person's answer. */
  | { readonly outcome: "gone" }
  | { readonly outcome: "unconfirmed"; readonly message: string; readonly token?: string };

/** Whether a step that may not be undoable is wanted: said by the caller, by its token, or by a person who is asked now. */
export async function confirm(
  step: StepRequest,
  candidate: Candidate,
  view: Look,
  context: ToolContext,
): Promise<Confirmation> {
  if (step.allowDestructive === true) return { outcome: "confirmed", view, candidate };
  const shown = shownAction(step, candidate, view);
  const { confirmations } = context;
  const token = () => confirmations && { token: confirmations.issue(shown) };
  if (step.confirm !== undefined) {
    const redemption = confirmations?.redeem(step.confirm, shown) ?? "not_ours";
    if (redemption === "confirmed") return { outcome: "confirmed", view, candidate };
    return { outcome: "unconfirmed", message: refusals[redemption], ...token() };
  }
  const { meaning, next: withToken } = statuses.needs_confirmation;
  const next = confirmations ? withToken : "When it is wanted, call again and allow it (--allow-destructive).";
  const unasked = { outcome: "unconfirmed" as const, message: `${meaning} ${next}`, ...token() };
  if (context.ask === undefined) return unasked;
  switch (await context.ask(questionFor(candidate, view), context.signal)) {
    case "accept":
      return again(step, candidate, view, context);
    case "decline":
      return {
        outcome: "unconfirmed",
        message: "The person was asked and declined; nothing was done. Do not try again unasked.",
      };
    case "cancel":
      return { ...unasked, message: `The person closed the question without an answer; nothing was done. ${next}` };
    case "timeout":
      return { ...unasked, message: `The person did not answer in time; nothing was done. ${next}` };
  }
}

/** The window may have changed while the person read: only the very same control may be acted on. */
async function again(
  step: StepRequest,
  candidate: Candidate,
  before: Look,
  context: ToolContext,
): Promise<Confirmation> {
  const view = await look(before.snapshot.window, context);
  const [asked, same] = [before, view].map(({ candidates }) => bare(candidates, candidate.id, step, context));
  // What it does is compared too: the person said yes to these words. The caller's text is in them, so the bare candidate
  // of the look before is what the new one must equal.
  if (same === undefined || same.kind !== asked?.kind || same.does !== asked.does) return { outcome: "gone" };
  return { outcome: "confirmed", view, candidate: same };
}

function bare(
  candidates: readonly Candidate[],
  id: string,
  { candidateId, dragTo }: StepRequest,
  { ids }: ToolContext,
): Candidate | undefined {
  if (dragTo === undefined) return candidates.find((each) => each.id === id);
  const to = "candidateId" in dragTo ? { candidateId: ids.meant(dragTo.candidateId) } : dragTo;
  const drag = dragFrom(candidates, ids.meant(candidateId ?? ""), to);
  return drag.ok && drag.candidate.id === id ? drag.candidate : undefined;
}

function shownAction(step: StepRequest, candidate: Candidate, { snapshot }: Look): ConfirmedAction {
  const { pid, windowId } = snapshot.window;
  return { pid, windowId, candidate, text: step.text, modifiers: step.modifiers, dragTo: step.dragTo };
}

function questionFor({ does, facts }: Candidate, { snapshot }: Look): string {
  const { app, title } = snapshot.window;
  const place = facts.within.length > 0 ? ` (${facts.within.join(", ")})` : "";
  return `${app}, window ${JSON.stringify(title)}: ${does}${place}? This may not be undoable.`;
}

const refusals: Readonly<Record<Exclude<Redemption, "confirmed">, string>> = {
  not_ours: "`confirm` is no token of this server; nothing was done.",
  other_action: "`confirm` was given for another action, control, window or text; nothing was done.",
  expired: "`confirm` has expired; nothing was done.",
  used: "`confirm` was used already; nothing was done.",
};
