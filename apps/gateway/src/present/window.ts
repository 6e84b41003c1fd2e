import { isHidden, snapshotTree } from "@beans-picker/candidates";
import { editableRoles, type Snapshot, type WindowEntry } from "@beans-picker/desktop";
import { cut } from "@beans-picker/shared";
import type { WindowListEntry, WindowResult } from "../fields.js";
import { limits } from "../limits.js";

export function presentWindow(snapshot: Snapshot): WindowResult {
  const { window, modal, completeness } = snapshot;
  return {
    app: window.app,
    pid: window.pid,
    windowId: window.windowId,
    title: cut(window.title, limits.titleUnits),
    ...(modal && { modal: `${modal.role} ${JSON.stringify(cut(modal.label, 80))}` }),
    ...(window.otherWindows.length > 0 && {
      otherWindows: window.otherWindows.slice(0, 20).map((title) => cut(title, limits.titleUnits)),
    }),
    ...(!completeness.complete && { incomplete: completeness.reasons }),
  };
}

export interface FieldResult {
  /** The candidate that fills the field in. */
  id?: string;
  role: string;
  label: string;
  value?: string;
}

/** Editable fields with what can be read of them; a field without `value` could not be read, which is not "empty". */
export function presentFields(
  snapshot: Snapshot,
  idOf: (handle: number) => string | undefined = () => undefined,
): FieldResult[] {
  const tree = snapshotTree(snapshot);
  return tree.nodes
    .filter((node) => editableRoles.has(node.role) && !isHidden(node, tree))
    .slice(0, limits.fields)
    .map((node) => ({
      ...idPart(idOf(node.handle)),
      role: node.role,
      label: cut(node.label || (node.identifier ?? ""), 40),
      ...(node.rawValue !== undefined &&
        node.role !== "securefield" && { value: cut(node.rawValue, limits.fieldValueUnits) }),
    }));
}

function idPart(id: string | undefined): { id?: string } {
  return id === undefined ? {} : { id };
}

/** Titles only when the caller named an app or process: they are screen text of apps that were not asked about. */
export function presentWindowEntry(entry: WindowEntry, withTitle: boolean): WindowListEntry {
  return {
    windowId: entry.windowId,
    ...(entry.pid !== null && { pid: entry.pid }),
    app: cut(entry.app, limits.titleUnits),
    ...(withTitle && { title: cut(entry.title, limits.titleUnits) }),
    ...(entry.bounds && { bounds: entry.bounds }),
    onScreen: entry.onScreen,
    ...(entry.minimized !== null && { minimized: entry.minimized }),
    ...(entry.zIndex !== null && { zIndex: entry.zIndex }),
    ...(entry.spaces && { spaces: entry.spaces }),
  };
}
