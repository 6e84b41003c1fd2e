import { type AccessibleCalls, isOver, roleNumbers } from "@beans-picker/dbus";
import type { ObjectRef } from "@beans-picker/desktop";

/** One object as the walk meets it. */
export interface Met {
  readonly ref: ObjectRef;
  readonly role: number;
  readonly states: ReadonlySet<string>;
  readonly depth: number;
}

export interface WalkResult<T> {
  readonly found: readonly T[];
  /** False when something was left out because of a limit or because an object did not answer. */
  readonly complete: boolean;
}

/** Children of one object that are looked at; a longer list is cut. */
const mostChildren = 1_000;
/** Objects of one walk. */
const mostObjects = 20_000;

/**
 * Walks what lies below an object, in order. `visit` tells what to keep of an object and whether to go on below it. Where an
 * object has rows, its columns are left out: they hold the same cells again.
 */
export async function walk<T>(
  calls: AccessibleCalls,
  root: ObjectRef,
  limits: { readonly found: number; readonly depth: number },
  visit: (met: Met) => Promise<{ readonly keep: readonly T[]; readonly descend: boolean }>,
): Promise<WalkResult<T>> {
  const found: T[] = [];
  let complete = true;
  let objects = 0;

  async function below(ref: ObjectRef, depth: number): Promise<void> {
    const all = await calls.children(ref);
    if (all.length > mostChildren) complete = false;
    const children = all.slice(0, mostChildren);
    const met = await Promise.all(children.map((child) => meet(child, depth)));
    const hasRows = met.some((one) => one?.role === rows.row);
    for (const one of met) {
      if (one === null || (hasRows && one.role === rows.column)) continue;
      if (found.length >= limits.found || (objects += 1) > mostObjects) {
        complete = false;
        return;
      }
      const { keep, descend } = await orPassedOver(visit(one), { keep: [], descend: false });
      found.push(...keep.slice(0, limits.found - found.length));
      if (!descend) continue;
      if (depth >= limits.depth) complete = false;
      else await orPassedOver(below(one.ref, depth + 1), undefined);
    }
  }

  async function meet(ref: ObjectRef, depth: number): Promise<Met | null> {
    const known = orPassedOver(Promise.all([calls.role(ref), calls.states(ref)]), null);
    const facts = await known;
    return facts === null ? null : { ref, role: facts[0], states: facts[1], depth };
  }

  /** An object that is gone meanwhile is no reason to stop; a caller whose time is up is. */
  async function orPassedOver<R>(work: Promise<R>, instead: R): Promise<R> {
    try {
      return await work;
    } catch (error) {
      if (isOver(error)) throw error;
      complete = false;
      return instead;
    }
  }

  await below(root, 1);
  return { found, complete };
}

/** Numbers of AtspiRole. Source: atspi-constants.h of at-spi2-core 2.46. */
const rows = { column: 57, row: 90 } as const;
export const menuRoles = { bar: 34, menu: roleNumbers.menu } as const;
