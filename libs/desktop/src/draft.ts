import { normaliseLabel } from "@beans-picker/shared";
import type { Role } from "./roles.js";
import type {
  Completeness,
  Frame,
  MenuCommand,
  Modal,
  Snapshot,
  SnapshotNode,
  States,
  WindowFacts,
} from "./snapshot.js";

/** A node on its way into a snapshot: everything but its handle. `parent` points into the same list, before the draft. */
export interface Draft {
  parent: Draft | null;
  readonly depth: number;
  role: Role;
  /** Native role name. */
  readonly native: string;
  label: string;
  rawLabel: string;
  identifier?: string | undefined;
  help?: string | undefined;
  placeholder?: string | undefined;
  value?: string | undefined;
  rawValue?: string | undefined;
  valueExact?: boolean | undefined;
  /** What was entered is not the control's value yet. */
  uncommitted?: boolean | undefined;
  states: States;
  readonly actions: readonly string[];
  frame?: Frame | undefined;
  inWeb: boolean;
  readonly operable: boolean;
  /** Driver's number and name for the element; absent for rows that are no element. */
  readonly index?: number | undefined;
  readonly token?: string | undefined;
  /** Text a person reads here, as the driver gave it. */
  text?: string | undefined;
  /** Set for commands of the menu bar, which are not part of the nodes. */
  menuPath?: readonly string[] | undefined;
  /** Keys of a command of the menu bar, when the back end tells them. */
  shortcut?: string | undefined;
  dropped: boolean;
}

/** What a normalisation gives back: the snapshot, and how the driver addresses its handles. */
export interface Normalised {
  readonly snapshot: Snapshot;
  readonly tokens: ReadonlyMap<number, string>;
  readonly indices: ReadonlyMap<number, number>;
}

/** Everything of a snapshot that is not read from the drafts. */
export interface SnapshotFrame {
  readonly platform: Snapshot["platform"];
  readonly backend: string;
  readonly window: WindowFacts;
  readonly completeness: Completeness;
  /** Picks the draft that is a modal over the window. */
  readonly modal: Draft | undefined;
  readonly modalLabel?: string | undefined;
}

/** The snapshot, and how the driver addresses the operable ones of its handles. */
export function assemble(drafts: readonly Draft[], frame: SnapshotFrame): Normalised {
  const { snapshot, numbers } = numberDrafts(drafts, frame);
  const tokens = new Map<number, string>();
  const indices = new Map<number, number>();
  for (const [draft, handle] of numbers) {
    if (draft.operable && draft.token !== undefined) tokens.set(handle, draft.token);
    if (draft.operable && draft.index !== undefined) indices.set(handle, draft.index);
  }
  return { snapshot, tokens, indices };
}

/**
 * Numbers the drafts in order and builds the snapshot. Children of a dropped draft hang on its nearest kept ancestor.
 * `numbers` holds the handle of every draft that was kept, menu commands included.
 */
export function numberDrafts(
  drafts: readonly Draft[],
  frame: SnapshotFrame,
): { readonly snapshot: Snapshot; readonly numbers: ReadonlyMap<Draft, number> } {
  const handles = new Map<Draft, number>();
  const numbers = new Map<Draft, number>();
  const nodes: SnapshotNode[] = [];
  const menus: MenuCommand[] = [];
  const texts: Snapshot["texts"] = [];
  let handle = 0;
  for (const draft of drafts) {
    if (draft.dropped) continue;
    if (draft.menuPath === undefined) {
      handles.set(draft, handle);
      nodes.push(nodeOf(draft, handle, handles));
      const raw = draft.text ?? "";
      const text = readableText(raw);
      if (text !== "") texts.push({ handle, text, raw });
    } else menus.push(menuOf(draft, draft.menuPath, handle));
    numbers.set(draft, handle);
    handle += 1;
  }
  const { modal: over, modalLabel, ...rest } = frame;
  return { snapshot: { ...rest, nodes, texts, menus, modal: modalOf(over, modalLabel, handles) }, numbers };
}

/** Text for people. A mark between two digits is a gap a person sees, so that "2⟨mark⟩10" does not become 210. */
export function readableText(raw: string): string {
  return normaliseLabel(
    raw.replace(/\uFFFC/g, " ").replace(/(?<=\d)[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+(?=\d)/g, " "),
  );
}

function nodeOf(draft: Draft, handle: number, handles: ReadonlyMap<Draft, number>): SnapshotNode {
  let above = draft.parent;
  while (above !== null && !handles.has(above)) above = above.parent;
  return {
    handle,
    parent: above === null ? null : (handles.get(above) ?? null),
    depth: draft.depth,
    role: draft.role,
    label: draft.label,
    rawLabel: draft.rawLabel,
    ...(draft.identifier === undefined ? {} : { identifier: draft.identifier }),
    ...(draft.help === undefined ? {} : { help: draft.help }),
    ...(draft.placeholder === undefined ? {} : { placeholder: draft.placeholder }),
    ...(draft.value === undefined ? {} : { value: draft.value }),
    ...(draft.rawValue === undefined ? {} : { rawValue: draft.rawValue }),
    ...(draft.valueExact === undefined ? {} : { valueExact: draft.valueExact }),
    states: draft.states,
    actions: [...draft.actions],
    ...(draft.frame === undefined ? {} : { frame: draft.frame }),
    ...(draft.uncommitted === true ? { uncommitted: true } : {}),
    inWeb: draft.inWeb,
    operable: draft.operable,
  };
}

function menuOf(draft: Draft, path: readonly string[], handle: number): MenuCommand {
  const checked = draft.states.checked;
  return {
    handle,
    path: [...path],
    enabled: draft.states.enabled,
    operable: draft.operable,
    ...(typeof checked === "boolean" ? { checked } : {}),
    ...(draft.identifier === undefined ? {} : { identifier: draft.identifier }),
    ...(draft.shortcut === undefined ? {} : { shortcut: draft.shortcut }),
  };
}

function modalOf(
  draft: Draft | undefined,
  label: string | undefined,
  handles: ReadonlyMap<Draft, number>,
): Modal | null {
  const handle = draft === undefined ? undefined : handles.get(draft);
  return draft === undefined || handle === undefined ? null : { handle, role: draft.role, label: label ?? draft.label };
}

/** The draft itself, then its ancestors, nearest first. */
export function* upwards(draft: Draft | null): Generator<Draft> {
  for (let at = draft; at !== null; at = at.parent) yield at;
}

/** True if one of the ancestors of `draft` satisfies `test`. */
export function isInside(draft: Draft, test: (ancestor: Draft) => boolean): boolean {
  for (const ancestor of upwards(draft.parent)) if (test(ancestor)) return true;
  return false;
}
