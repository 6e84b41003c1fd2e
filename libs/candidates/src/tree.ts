import type { Snapshot, SnapshotNode } from "@beans-picker/desktop";

/** The parent and child relations of one snapshot. Total: unknown parents make roots, and a cycle ends a walk. */
export interface SnapshotTree {
  readonly nodes: readonly SnapshotNode[];
  node(handle: number): SnapshotNode | undefined;
  /** Children in tree order. */
  children(handle: number): readonly SnapshotNode[];
  parent(node: SnapshotNode): SnapshotNode | undefined;
  /** Nearest first, at most {@link MAX_ANCESTORS}. */
  ancestors(node: SnapshotNode): SnapshotNode[];
  /** Everything below the node in tree order, without the node itself. */
  descendants(handle: number): SnapshotNode[];
}

/** Deeper than any tree a back end reads (their depth limit is 25 to 64); keeps hostile chains linear. */
const MAX_ANCESTORS = 64;

/** Indexes a snapshot's nodes once; every look-up afterwards is cheap. */
export function snapshotTree(snapshot: Pick<Snapshot, "nodes">): SnapshotTree {
  const byHandle = new Map<number, SnapshotNode>();
  for (const node of snapshot.nodes) if (!byHandle.has(node.handle)) byHandle.set(node.handle, node);
  const nodes = [...byHandle.values()];
  const below = new Map<number, SnapshotNode[]>();
  for (const node of nodes) {
    if (node.parent === null || node.parent === node.handle) continue;
    const siblings = below.get(node.parent);
    if (siblings === undefined) below.set(node.parent, [node]);
    else siblings.push(node);
  }
  const parent = (node: SnapshotNode) => (node.parent === null ? undefined : byHandle.get(node.parent));
  const children = (handle: number) => below.get(handle) ?? [];
  return {
    nodes,
    node: (handle) => byHandle.get(handle),
    children,
    parent,
    ancestors(node) {
      const found: SnapshotNode[] = [];
      let next = parent(node);
      while (next !== undefined && next !== node && found.length < MAX_ANCESTORS) {
        found.push(next);
        next = parent(next);
      }
      return found;
    },
    descendants(handle) {
      const found: SnapshotNode[] = [];
      const seen = new Set([handle]);
      const waiting = [...children(handle)].reverse();
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (seen.has(next.handle)) continue;
        seen.add(next.handle);
        found.push(next);
        for (const child of [...children(next.handle)].reverse()) waiting.push(child);
      }
      return found;
    },
  };
}
