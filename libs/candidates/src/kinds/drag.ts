import type { Action } from "@beans-picker/desktop";
import { candidateId } from "@beans-picker/shared";
import type { Candidate } from "../candidate.js";

/** Where a drag ends: on the control of another candidate, or an offset in pixels of the window's own picture. */
export type DragTo = { readonly candidateId: string } | { readonly dx: number; readonly dy: number };

export type DragDraft =
  | { readonly ok: true; readonly candidate: Candidate }
  | { readonly ok: false; readonly code: "not_found" | "drag_not_supported" };

/**
 * The drag from the control of one candidate, built on demand. `not_found` where an id is not on the window;
 * `drag_not_supported` where one of the ends is no control (a window key, a menu command, a keypad). It needs consent where
 * either end does.
 */
export function dragFrom(candidates: readonly Candidate[], sourceId: string, to: DragTo): DragDraft {
  const source = candidates.find(({ id }) => id === sourceId);
  const target = "candidateId" in to ? candidates.find(({ id }) => id === to.candidateId) : undefined;
  if (source === undefined || ("candidateId" in to && target === undefined)) return { ok: false, code: "not_found" };
  const start = controlOf(source.action);
  const end = "candidateId" in to ? (target === undefined ? undefined : controlOf(target.action)) : undefined;
  if (start === undefined || ("candidateId" in to && end === undefined)) {
    return { ok: false, code: "drag_not_supported" };
  }
  const where =
    "candidateId" in to ? `to ${objectOf(target?.does ?? "")}` : `by ${to.dx} to the right and ${to.dy} down`;
  return {
    ok: true,
    candidate: {
      id: candidateId(JSON.stringify(["drag", source.id, "candidateId" in to ? to.candidateId : [to.dx, to.dy]])),
      kind: "drag",
      does: `drag ${objectOf(source.does)} ${where}`,
      action: {
        kind: "drag",
        handle: start,
        to: "candidateId" in to ? { handle: end ?? start } : { dx: to.dx, dy: to.dy },
      },
      needsText: false,
      destructive: source.destructive || target?.destructive === true,
      facts: source.facts,
    },
  };
}

/** The control that a candidate is about; `undefined` for the window, the menu bar and a set of buttons. */
function controlOf(action: Action): number | undefined {
  return action.kind === "menu" || action.kind === "keypad" ? undefined : action.handle;
}

/** The description without its verb: what is dragged. */
function objectOf(does: string): string {
  return does.replace(
    /^(?:click the|click|select|turn on|turn off|switch|expand|collapse|scroll|choose option|choose the given text in) /u,
    "",
  );
}
