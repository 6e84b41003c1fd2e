import {
  editableRoles,
  factsWithPlace,
  identify,
  placesOf,
  structureDigest,
  type Snapshot,
  type SnapshotNode,
} from "@beans-picker/desktop";
import { controlKeys } from "@beans-picker/shared";
import type { BuildOptions } from "./build.js";
import { destructiveCategory, type DestructiveCategory, type Strength } from "./destructive/rules.js";
import { keypadButtons } from "./keypad/find.js";
import { rowTextsOf } from "./row-texts.js";
import { surroundingsOf, type Surroundings } from "./surroundings.js";
import { isHidden } from "./hidden.js";
import { snapshotTree, type SnapshotTree } from "./tree.js";

/** What identifies a control across snapshots; see `identify` of the desktop library. */
export interface Identity {
  readonly key: string;
  readonly within: readonly string[];
  readonly ambiguous: boolean;
}

/** A snapshot together with what every candidate kind needs to know about it, worked out once. */
export interface View {
  readonly snapshot: Snapshot;
  readonly tree: SnapshotTree;
  identity(node: Pick<SnapshotNode, "handle" | "role">): Identity;
  /** The texts around a control. */
  around(node: SnapshotNode): Surroundings;
  /** Whether the node is enabled, not behind a modal, and not on a page or in a pop-over that is put away. */
  reachable(node: SnapshotNode): boolean;
  /** Whether the node can be acted on now: reachable and addressable. */
  offered(node: SnapshotNode): boolean;
  /** What else stands in the node's row. */
  rowTexts(node: SnapshotNode): readonly string[];
  /** The colour that a swatch shows, such as `purple #8B5CF6`; `undefined` for everything else. */
  colour(node: SnapshotNode): string | undefined;
  /** Whether the node is a key of an on-screen keypad. */
  isKeypadButton(node: SnapshotNode): boolean;
  /** What a label is about by the built-in rules; see {@link destructiveCategory}. */
  category(label: string, strength: Strength): DestructiveCategory | undefined;
  /** What a person's own rules say about a label: `null` that it is harmless, `undefined` nothing. */
  customCategory(label: string): DestructiveCategory | null | undefined;
}

/** Works out identities and what is reachable. With a modal open that is only what is inside it, and editable fields. */
export function viewOf(snapshot: Snapshot, { rules, colours = [] }: BuildOptions = {}): View {
  const tree = snapshotTree(snapshot);
  const identities = identitiesOf(snapshot);
  const keypad = keypadButtons(tree);
  const inModal = snapshot.modal === null ? undefined : handlesBelow(tree, snapshot.modal.handle);
  const shown = new Map(colours.map(({ handle, colour }) => [handle, colour]));
  const around = surroundingsOf(snapshot, tree);
  const looked = new Map<number, Surroundings>();
  const reachable = (node: SnapshotNode): boolean =>
    node.states.enabled &&
    !isHidden(node, tree) &&
    (inModal === undefined || inModal.has(node.handle) || editableRoles.has(node.role));
  return {
    snapshot,
    tree,
    identity: (node) => identities.get(node.handle) ?? unknownIdentity(node),
    around(node) {
      const known = looked.get(node.handle) ?? around(node);
      looked.set(node.handle, known);
      return known;
    },
    rowTexts: rowTextsOf(snapshot, tree),
    colour: ({ handle }) => shown.get(handle),
    isKeypadButton: ({ handle }) => keypad.has(handle),
    category: destructiveCategory,
    customCategory: (label) => rules?.categoryOf(label, snapshot.window.app),
    reachable,
    offered: (node) => node.operable && reachable(node),
  };
}

/**
 * The identity of every node and menu command by handle. Plain texts are identified here, by what they say: they are
 * controls only now and then, and can be read.
 */
export function identitiesOf(snapshot: Snapshot): ReadonlyMap<number, Identity> {
  const identities = new Map<number, Identity>(identify(snapshot));
  const texts = snapshot.nodes.filter(({ handle }) => !identities.has(handle));
  const places = placesOf(snapshot.nodes, snapshot.texts);
  const keys = controlKeys(
    texts.map((node) => factsWithPlace(places, node, { name: node.label, within: places.within(node.handle) })),
    structureDigest(snapshot.nodes),
  );
  texts.forEach(({ handle }, index) => {
    const key = keys[index];
    if (key !== undefined) identities.set(handle, key);
  });
  return identities;
}

function handlesBelow(tree: SnapshotTree, handle: number): ReadonlySet<number> {
  return new Set(tree.descendants(handle).map((node) => node.handle));
}

/** A node that got no identity can be used in its own snapshot only. */
function unknownIdentity(node: Pick<SnapshotNode, "handle" | "role">): Identity {
  return { key: JSON.stringify(["unidentified", node.role, node.handle]), within: [], ambiguous: true };
}
