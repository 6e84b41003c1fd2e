import type { ObjectRef } from "@beans-picker/desktop";

import type { Base, Details, Part, Place } from "./wanted.js";

/** One object as it was read. */
export interface NodeRecord {
  readonly ref: ObjectRef;
  readonly base: Base;
  readonly place: Place;
  readonly details: Details;
  /** In order, also those that were not read or were met elsewhere first. */
  children: readonly ObjectRef[];
}

/** An earlier reading of a window, as far as it may be used again. Asked late, it knows of more that speaks against it. */
export interface Earlier {
  /** The object's record, when it was read and nothing speaks against it. */
  record(key: string): NodeRecord | undefined;
  /** The same for an object below something that does not show, if its base may be taken over. */
  hidden(key: string): NodeRecord | undefined;
  all(): Iterable<NodeRecord>;
  /** What an object keeps while its base is the same. */
  readonly parts: ReadonlySet<Part>;
  /** See {@link Trust.fixedAction}. */
  readonly fixedAction: string | undefined;
  /** Whether the objects are where they were. */
  readonly stayed: () => boolean;
}

/** Those of the wanted parts of an earlier reading that hold for an object with this base. */
export function keptDetails(
  { details, base: earlier }: NodeRecord,
  base: Base,
  wanted: readonly Part[],
  { parts, fixedAction, stayed }: Earlier,
): Details {
  const kept: Details = {};
  const keeps = (part: Part): boolean => wanted.includes(part) && parts.has(part) && sameBase(earlier, base);
  const { roleName, attributes, actions, relations, extents } = details;
  if (roleName !== undefined && keeps("roleName")) kept.roleName = roleName;
  if (attributes !== undefined && keeps("attributes")) kept.attributes = attributes;
  const isFixed = sameBase(earlier, base) && actions?.length === 1 && actions[0]?.name === fixedAction;
  if (actions !== undefined && (keeps("actions") || (isFixed && wanted.includes("actions")))) kept.actions = actions;
  if (relations !== undefined && keeps("relations")) kept.relations = relations;
  if (extents !== undefined && stayed() && wanted.includes("extents")) kept.extents = extents;
  return kept;
}

function sameBase(one: Base, other: Base): boolean {
  return (
    one.role === other.role &&
    one.name === other.name &&
    one.description === other.description &&
    one.states === other.states &&
    one.interfaces === other.interfaces
  );
}
