import type { Action, Frame, KeypadKey, Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { cut } from "@beans-picker/shared";
import type { CandidateFacts, CandidateKind } from "./candidate.js";
import { shownLabel } from "./describe.js";
import type { Surroundings } from "./surroundings.js";
import type { View } from "./view.js";

/** A candidate before look-alikes are told apart and its id is made from `key`. */
export interface Draft {
  readonly key: string;
  readonly kind: CandidateKind;
  readonly does: string;
  readonly action: Action;
  readonly destructive: boolean;
  /** It replaces text in a find bar. */
  readonly replaces?: boolean;
  readonly shortcut?: string;
  readonly keys?: readonly KeypadKey[];
  readonly facts: CandidateFacts;
}

/** One kind of candidate: what it makes of a control, and what it offers once per window. */
export interface Kind {
  readonly kind: CandidateKind;
  /** Whether controls without an action of their own are asked about too. */
  readonly unaddressed?: true;
  /** Called for every control that is offered, in tree order. */
  fromNode?(node: SnapshotNode, view: View): Draft[];
  /** Called once, after all controls. */
  fromWindow?(view: View): Draft[];
}

/** Longest texts in the facts, in UTF-16 units: they inform a ranker and a reader and are no copy of the document. */
const FACT_UNITS = 200;

/** The facts of a control's candidates. Password fields carry no value. */
export function factsOf(node: SnapshotNode, view: View): CandidateFacts {
  const position = positionOf(node.frame, view.snapshot.window.bounds);
  const value = node.role === "securefield" ? undefined : node.value;
  const row = view.rowTexts(node);
  return {
    role: node.role,
    label: cut(shownLabel(node), FACT_UNITS),
    rawLabel: cut(node.rawLabel, FACT_UNITS),
    ...optional("identifier", node.identifier),
    ...optional("help", node.help),
    ...optional("placeholder", node.placeholder),
    ...optional("value", value),
    within: view.identity(node).within.slice(0, 4),
    ...optional("showsColour", view.colour(node)),
    ...(row.length === 0 ? {} : { row: [...row] }),
    states: node.states,
    inWeb: node.inWeb,
    ...(position === undefined ? {} : { position }),
    ...sizeOf(node.frame, view.snapshot.window.bounds),
    ...aroundOf(view.around(node)),
  };
}

function optional<K extends string>(key: K, text: string | undefined): Partial<Record<K, string>> {
  const part: Partial<Record<K, string>> = {};
  if (text !== undefined) part[key] = cut(text, FACT_UNITS);
  return part;
}

/** Centre relative to the window; a control scrolled out of the window is at its edge. */
function positionOf(frame: Frame | undefined, bounds: Snapshot["window"]["bounds"]) {
  if (frame === undefined || bounds === undefined || !(bounds.width > 0) || !(bounds.height > 0)) return undefined;
  return {
    x: clamp((frame.x + frame.width / 2 - bounds.x) / bounds.width),
    y: clamp((frame.y + frame.height / 2 - bounds.y) / bounds.height),
  };
}

function sizeOf(frame: Frame | undefined, bounds: Snapshot["window"]["bounds"]): Pick<CandidateFacts, "size"> {
  if (frame === undefined || bounds === undefined || !(bounds.width > 0) || !(bounds.height > 0)) return {};
  return { size: { width: frame.width / bounds.width, height: frame.height / bounds.height } };
}

function aroundOf(around: Surroundings): Pick<CandidateFacts, "around"> {
  return Object.keys(around).length === 0 ? {} : { around };
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
