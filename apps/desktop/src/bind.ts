import { identify, type MenuCommand, type Refusal, type Snapshot, type SnapshotNode } from "@beans-picker/desktop";
import { codes } from "@beans-picker/shared";
import { z } from "zod";

export type Binding<T> = { readonly ok: true; readonly bound: T } | { readonly ok: false; readonly refusal: Refusal };

export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** A refusal for a reason of our own; `message` replaces the code's general meaning. */
export function refuse(code: keyof typeof codes, message: string = codes[code].meaning): Refused {
  return { ok: false, refusal: { code, message, retry: code === "target_gone" || code === "menu_item_gone" } };
}

/**
 * Finds a control of an earlier look in a newer one. Exactly one enabled control with the same identity is required. Where
 * the identity is weak, because the control has no name or has twins, its place in the window must be the same too.
 */
export function findAgain(before: Snapshot, handle: number, now: Snapshot): Binding<SnapshotNode> {
  const old = before.nodes.find((node) => node.handle === handle);
  const identity = identify(before).get(handle);
  if (old === undefined || identity === undefined) return refuse("target_gone");
  const identities = identify(now);
  const matches = now.nodes.filter((node) => identities.get(node.handle)?.key === identity.key);
  const [node] = matches;
  if (node === undefined || matches.length > 1) return refuse("target_gone");
  if (node.role !== old.role) return refuse("target_gone");
  if ((identity.ambiguous || isNameless(identity.key)) && !samePlace(before, old, now, node))
    return refuse("target_gone");
  return node.states.enabled ? { ok: true, bound: node } : refuse("target_disabled");
}

/** Finds a menu command again by its path. Every menu above it must be enabled as well. */
export function findCommandAgain(before: Snapshot, handle: number, now: Snapshot): Binding<MenuCommand> {
  const old = before.menus.find((command) => command.handle === handle);
  if (old === undefined) return refuse("menu_item_gone");
  const matches = now.menus.filter((command) => samePath(command.path, old.path));
  const [command] = matches;
  if (command === undefined) return refuse("menu_item_gone");
  if (matches.length > 1) return refuse("menu_item_gone", "Two commands of the menu have that path; nothing was sent.");
  const above = now.menus.filter(({ path }) => path.length < old.path.length && startsWith(old.path, path));
  if (!command.enabled || above.some((level) => !level.enabled)) return refuse("menu_item_disabled");
  return { ok: true, bound: command };
}

/** Role, identifier, name, containers and, for a twin, its place; see `controlKeys`. */
const plainKey = z.tuple([z.string(), z.string().nullable(), z.string()], z.unknown());

/** True when nothing but role and containers tells the control from another one that could take its place. */
function isNameless(key: string): boolean {
  const parsed = plainKey.safeParse(JSON.parse(key));
  if (!parsed.success) return true;
  const [, identifier, name, , place] = parsed.data;
  return identifier === null && name === "" && place === undefined;
}

function samePath(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && startsWith(left, right);
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((title, level) => path[level] === title);
}

/** Same frame inside the window, which itself may have moved. Controls without frames are at the same place by rank only. */
function samePlace(before: Snapshot, old: SnapshotNode, now: Snapshot, node: SnapshotNode): boolean {
  if (old.frame === undefined || node.frame === undefined) {
    return old.frame === node.frame && old.handle === node.handle;
  }
  const dx = (now.window.bounds?.x ?? 0) - (before.window.bounds?.x ?? 0);
  const dy = (now.window.bounds?.y ?? 0) - (before.window.bounds?.y ?? 0);
  return (
    node.frame.x - old.frame.x === dx &&
    node.frame.y - old.frame.y === dy &&
    node.frame.width === old.frame.width &&
    node.frame.height === old.frame.height
  );
}
