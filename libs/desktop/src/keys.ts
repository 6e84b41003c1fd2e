import { createHash } from "node:crypto";
import type { ControlFacts, ControlIdentity } from "@beans-picker/shared";
import { controlKeys, cut } from "@beans-picker/shared";
import { placesOf, type Placement, type Places } from "./containers.js";
import { editableRoles } from "./roles.js";
import type { MenuCommand, Snapshot, SnapshotNode } from "./snapshot.js";

/** Longest part of a value that can serve as a label, in UTF-16 units. Source: beans-picker 0.5 seed. */
const valueUnits = 40;
/** Hex digits of the digest that go into ambiguous keys. */
const digestDigits = 16;

/**
 * Names every node but plain texts, and every menu command, so that the same control of a later snapshot gets the same
 * key: handles, tokens, positions and values take no part in it. An ambiguous key holds only while the window keeps its
 * controls and their names. Its `within` is what tells the control apart for people.
 */
export function identify(snapshot: Snapshot): Map<number, ControlIdentity> {
  const places = placesOf(snapshot.nodes, snapshot.texts);
  const nodes = snapshot.nodes.filter((node) => node.role !== "text");
  const facts = nodes.map((node) =>
    factsWithPlace(places, node, { name: identityName(node), within: places.within(node.handle) }),
  );
  const identities = controlKeys(facts, structureDigest(snapshot.nodes));
  const found = new Map<number, ControlIdentity>();
  nodes.forEach((node, at) => {
    const identity = identities[at];
    if (identity !== undefined) found.set(node.handle, identity);
  });
  for (const [handle, identity] of menuIdentities(snapshot.menus)) found.set(handle, identity);
  return found;
}

/** What identifies a node. Where it is placed is worked out when it is asked for: only look-alikes are told apart by it. */
export function factsWithPlace(
  places: Places,
  { handle, role, identifier }: Pick<SnapshotNode, "handle" | "role" | "identifier">,
  { name, within }: Pick<ControlFacts, "name" | "within">,
): ControlFacts {
  let known: Placement | undefined;
  const place = () => (known ??= places.placement(handle));
  return {
    role,
    identifier,
    name,
    within,
    get heading() {
      return place().heading;
    },
    get nearText() {
      return place().nearText;
    },
  };
}

/**
 * The name a node is known by: its label, but "" for a field, pop-up or slider whose label is really its content — equal
 * to the value, or to the beginning of it.
 */
export function identityName(node: Pick<SnapshotNode, "role" | "label" | "rawLabel" | "value">): string {
  const { role, label, rawLabel, value } = node;
  if (value === undefined || !(editableRoles.has(role) || role === "popup" || role === "slider")) return label;
  const isContent = label === cut(value, valueUnits) || label === value || (rawLabel !== "" && rawLabel === value);
  return isContent ? "" : label;
}

/** Stands for the controls of a window and their names, without values, handles and tokens. */
export function structureDigest(nodes: readonly SnapshotNode[]): string {
  const parts = nodes.filter((node) => node.operable).map((node) => [node.role, identityName(node)]);
  return createHash("sha256").update(JSON.stringify(parts), "utf8").digest("hex").slice(0, digestDigits);
}

/** `["menu",[path…]]`; commands that share a path are counted, and their keys hold only while their number does. */
function menuIdentities(menus: readonly MenuCommand[]): Map<number, ControlIdentity> {
  const uses = new Map<string, number>();
  for (const { path } of menus) uses.set(JSON.stringify(path), (uses.get(JSON.stringify(path)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return new Map(
    menus.map(({ handle, path }) => {
      const text = JSON.stringify(path);
      const total = uses.get(text) ?? 1;
      const rank = (seen.get(text) ?? 0) + 1;
      seen.set(text, rank);
      const key = JSON.stringify(total === 1 ? ["menu", path] : ["menu", path, rank, total]);
      return [handle, { key, within: [], ambiguous: total > 1 }];
    }),
  );
}
