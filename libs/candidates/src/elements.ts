import type { Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { cut, uniqueIds } from "@beans-picker/shared";
import type { CandidateFacts } from "./candidate.js";
import { rowHolders, rowsOf, secretHandles } from "./content.js";
import { describeNode, quoted } from "./describe.js";
import { factsOf } from "./draft.js";
import { isHidden } from "./hidden.js";
import { viewOf, type View } from "./view.js";

/** Something whose content can be read: an option for a ranker, and the handle for {@link contentOf}. */
export interface ReadableElement {
  readonly id: string;
  /** What it is and begins with, in one line. */
  readonly does: string;
  readonly facts: CandidateFacts;
  readonly handle: number;
}

const FIRST_ROWS = 2;
const ROW_UNITS = 120;

/**
 * Everything the window shows that can be read, never cut: nodes with a value or a name, tables and lists, then every other
 * text. Ids are stable like those of candidates. Password fields are listed by name and never with their content.
 */
export function extractable(snapshot: Snapshot): ReadableElement[] {
  const view = viewOf(snapshot);
  const secret = secretHandles(view.tree);
  const shown = new Set(snapshot.texts.map(({ handle }) => handle));
  const readable = view.tree.nodes.filter((node) => !secret.has(node.handle) && !isHidden(node, view.tree));
  const first = readable.filter((node) => node.role !== "window" && isReadable(node) && node.role !== "text");
  const listed = new Set(first.map(({ handle }) => handle));
  const texts = readable.filter(
    (node) => !listed.has(node.handle) && (shown.has(node.handle) || (node.role === "text" && isReadable(node))),
  );
  const byHandle = new Map(snapshot.texts.map(({ handle, text }) => [handle, text]));
  const elements = [...first, ...texts].map((node) => ({
    key: `element|${view.identity(node).key}`,
    does: describeElement(node, view, byHandle.get(node.handle)),
    facts: elementFacts(node, view, byHandle.get(node.handle)),
    handle: node.handle,
  }));
  const ids = uniqueIds(elements.map(({ key }) => key));
  return elements.map(({ does, facts, handle }, index) => ({ id: ids[index] ?? "", does, facts, handle }));
}

function isReadable(node: SnapshotNode): boolean {
  return (node.rawValue ?? node.value ?? "") !== "" || node.rawLabel !== "" || rowHolders.has(node.role);
}

function elementFacts(node: SnapshotNode, view: View, text: string | undefined): CandidateFacts {
  const facts = factsOf(node, view);
  return facts.label === "" && text !== undefined ? { ...facts, label: cut(text, 200) } : facts;
}

function describeElement(node: SnapshotNode, view: View, text: string | undefined): string {
  const what = describeNode(node);
  const value = node.role === "securefield" ? undefined : node.value;
  if (rowHolders.has(node.role)) {
    const rows = rowsOf(view.tree, view.snapshot, node, FIRST_ROWS).rows.map((row) => cut(row.join(" | "), ROW_UNITS));
    return rows.length === 0 ? what : `${what} beginning with ${rows.map((row) => quoted(row, ROW_UNITS)).join(", ")}`;
  }
  if (value !== undefined && value !== "" && value !== node.label) return `${what} holding ${quoted(value, 160)}`;
  return node.label === "" && text !== undefined ? `${what} ${quoted(text, 160)}` : what;
}
