import type { MenuCommand, Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { findAgain, findCommandAgain, refuse, type Binding } from "../../bind.js";
import type { Observation } from "./observe.js";

/** A control found again in a newer look, with the driver's name for it. */
export interface BoundNode {
  readonly node: SnapshotNode;
  readonly token: string;
}

export interface BoundMenu {
  readonly command: MenuCommand;
  readonly token: string;
}

/** Finds a control of an earlier look in a newer one; see `findAgain`. */
export function bindNode(before: Snapshot, handle: number, now: Observation): Binding<BoundNode> {
  const found = findAgain(before, handle, now.snapshot);
  return found.ok ? withToken(found.bound, now) : found;
}

/** Adds the driver's token to a control of the newest look, or says why it cannot be acted on. */
export function withToken(node: SnapshotNode, now: Observation): Binding<BoundNode> {
  if (!node.states.enabled) return refuse("target_disabled");
  const token = now.tokens.get(node.handle);
  if (!node.operable || token === undefined) {
    return refuse("background_unavailable", "The driver gives this control no address; nothing was sent.");
  }
  return { ok: true, bound: { node, token } };
}

/** Finds a menu command again by its path; see `findCommandAgain`. */
export function bindMenu(before: Snapshot, handle: number, now: Observation): Binding<BoundMenu> {
  const found = findCommandAgain(before, handle, now.snapshot);
  if (!found.ok) return found;
  const token = now.tokens.get(found.bound.handle);
  if (!found.bound.operable || token === undefined) {
    return refuse("background_unavailable", "The driver gives this menu command no address; nothing was sent.");
  }
  return { ok: true, bound: { command: found.bound, token } };
}
