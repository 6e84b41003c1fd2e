import { identityName, within, type Role, type Snapshot, type SnapshotNode } from "@beans-picker/desktop";

const rowRoles: ReadonlySet<Role> = new Set<Role>(["row", "listitem", "treeitem", "cell"]);

/** True when the object alone does not tell which control is meant: lists reuse the objects of a row for another row. */
export function needsPlace(snapshot: Snapshot, node: SnapshotNode): boolean {
  return node.label === "" || rowOf(snapshot, node) !== undefined;
}

/** Role, name and containers of a control and what its row says, as one text that is the same while those are. */
export function placeOf(snapshot: Snapshot, node: SnapshotNode): string {
  const row = rowOf(snapshot, node);
  const texts = row === undefined ? [] : textsIn(snapshot, row);
  return JSON.stringify([node.role, identityName(node), within(snapshot.nodes, node.handle), texts]);
}

/** The nearest row around a control, which may be the control itself. */
function rowOf(snapshot: Snapshot, node: SnapshotNode): SnapshotNode | undefined {
  const byHandle = new Map(snapshot.nodes.map((each) => [each.handle, each]));
  const passed = new Set<number>();
  for (let at: SnapshotNode | undefined = node; at !== undefined && !passed.has(at.handle);) {
    if (rowRoles.has(at.role)) return at;
    passed.add(at.handle);
    at = at.parent === null ? undefined : byHandle.get(at.parent);
  }
  return undefined;
}

/** Names of the cells and texts of a row. States and values are left out: they change without the row becoming another. */
function textsIn(snapshot: Snapshot, row: SnapshotNode): string[] {
  const inside = new Set([row.handle]);
  const texts: string[] = [];
  for (const node of snapshot.nodes) {
    if (node.parent === null || !inside.has(node.parent)) continue;
    inside.add(node.handle);
    if (node.role === "text" || node.role === "cell") texts.push(node.label);
  }
  return texts;
}
