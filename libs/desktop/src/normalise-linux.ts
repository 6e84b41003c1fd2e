import type { Limits } from "./completeness.js";
import { completenessOf } from "./completeness.js";
import type { Draft, Normalised } from "./draft.js";
import { assemble, readableText } from "./draft.js";
import type { DriverState } from "./driver-state.js";
import { readDriverState } from "./driver-state.js";
import { captionCells, captionFields, captionRows } from "./linux-captions.js";
import { labelByValue, settleFields } from "./linux-fields.js";
import { takeMenuBar } from "./linux-menus.js";
import { cleanNames, markTexts } from "./linux-names.js";
import { contains, draftRows } from "./linux-tree.js";
import { parseLinuxTree } from "./markdown-linux.js";
import type { Role } from "./roles.js";
import { windowFactsOf } from "./window-facts.js";

/** One look at a window through the driver, as it came back. */
export interface DriverLook {
  /** Structured result of `get_window_state`. */
  readonly state: unknown;
  /** Structured result of `list_windows`, or `null` when it failed. */
  readonly windows: unknown;
  /** Process in front, `null` when unknown. */
  readonly frontPid: number | null;
  readonly pid: number;
  readonly windowId: number;
  /** What was asked of the driver. */
  readonly limits: Limits;
  /** Name of the back end for the snapshot. */
  readonly backend: string;
}

/**
 * Turns what cua-driver says of a window on Linux into a snapshot. Total: whatever the driver answers, there is a
 * snapshot, and what is missing or doubtful is in `completeness`. `tokens` and `indices` address the operable handles.
 */
export function normaliseLinux(look: DriverLook): Normalised {
  const state = readDriverState(look.state);
  const { rows, forged } = parseLinuxTree(state.tree, state.elements);
  const drafts = draftRows(rows, state.elements);
  const raw = new Map(drafts.map((draft) => [draft, draft.rawLabel]));
  hideSecure(drafts, raw);
  settleFields(drafts);
  cleanNames(drafts);
  captionFields(drafts);
  captionCells(drafts);
  captionRows(drafts);
  labelByValue(drafts);
  takeMenuBar(drafts);
  for (const draft of drafts) if (!draft.operable && draft.label === "") draft.dropped = true;
  markTexts(drafts, raw);
  const window = windowFactsOf(state, look.windows, look);
  return assemble(drafts, {
    platform: "linux",
    backend: look.backend,
    window,
    modal: findModal(drafts, window.title),
    completeness: completenessOf(state, look.limits, {
      forged,
      deepest: drafts.reduce((most, draft) => Math.max(most, draft.depth), 0),
      noAccessibility: lacksAccessibility(state, drafts),
    }),
  });
}

/**
 * Drops what lies inside secure fields. The indentation alone does not tell, because containers without a name are left
 * out: a control whose frame lies elsewhere is no part of the field.
 */
function hideSecure(drafts: readonly Draft[], raw: Map<Draft, string>): void {
  let secure: Draft | undefined;
  for (const draft of drafts) {
    if (secure !== undefined && draft.depth <= secure.depth) secure = undefined;
    if (draft.role === "securefield") {
      secure ??= draft;
      raw.delete(draft);
    } else if (secure !== undefined && !isElsewhere(draft, secure)) {
      draft.dropped = true;
      draft.label = draft.rawLabel = "";
      raw.delete(draft);
    }
  }
}

function isElsewhere(draft: Draft, secure: Draft): boolean {
  return (
    draft.operable && draft.frame !== undefined && secure.frame !== undefined && !contains(secure.frame, draft.frame)
  );
}

const dialogRoles: ReadonlySet<Role> = new Set<Role>(["dialog", "alert", "sheet"]);

/**
 * The dialog over the window: one that shares the tree with another root (the driver lists the whole application where a
 * dialog has no title), or one inside the window. The window's own root is none, and an alert inside a window is a notice.
 */
function findModal(drafts: readonly Draft[], title: string): Draft | undefined {
  const kept = drafts.filter((draft) => !draft.dropped);
  const roots = kept.filter((draft) => draft.parent === null);
  const own =
    roots.find((root) => title !== "" && root.label === readableText(title)) ?? (title === "" ? undefined : roots[0]);
  const beside = roots.length > 1 ? roots.find((root) => root !== own && dialogRoles.has(root.role)) : undefined;
  return beside ?? kept.find((draft) => draft.parent !== null && draft.native === "dialog");
}

/** Only the X11 window itself, or nothing at all. */
function lacksAccessibility(state: DriverState, drafts: readonly Draft[]): boolean {
  const [only, more] = drafts;
  if (only === undefined) return true;
  if (more !== undefined || only.native !== "window") return false;
  return state.degraded || only.actions.join() === "activate";
}
