import { identitiesOf, snapshotTree, type Identity, type SnapshotTree } from "@beans-picker/candidates";
import type { Snapshot, SnapshotNode } from "@beans-picker/desktop";

/** One snapshot with its controls findable by identity. */
export interface Look {
  readonly snapshot: Snapshot;
  readonly tree: SnapshotTree;
  identity(node: SnapshotNode): Identity | undefined;
  /**
   * The one control with that key. An ambiguous key names its control only while the window keeps all its controls and
   * their names, so it is found exactly then.
   */
  byKey(key: string): SnapshotNode | undefined;
}

export function lookAt(snapshot: Snapshot): Look {
  const tree = snapshotTree(snapshot);
  const identities = identitiesOf(snapshot);
  const byKey = new Map<string, SnapshotNode | undefined>();
  for (const node of tree.nodes) {
    const key = identities.get(node.handle)?.key;
    // Should a key ever repeat, it names nothing.
    if (key !== undefined) byKey.set(key, byKey.has(key) ? undefined : node);
  }
  return { snapshot, tree, identity: (node) => identities.get(node.handle), byKey: (key) => byKey.get(key) };
}
