import type { Snapshot } from "@beans-picker/desktop";
import { createHash } from "node:crypto";
import { lookAt, type Look } from "./look.js";

/**
 * Sixteen hex digits that stand for what a person could tell apart on the window: titles, modal, every control with its
 * name, value and states, all texts and menus, in order. Handles and frames are left out. Equal windows have equal
 * signatures; the digest is of an unambiguous encoding, so no label can imitate another window.
 */
export function signature(snapshot: Snapshot): string {
  return signatureOf(lookAt(snapshot));
}

export function signatureOf(look: Look): string {
  const { snapshot, tree } = look;
  const parts = [
    snapshot.window.title,
    snapshot.window.otherWindows,
    snapshot.modal === null ? null : [snapshot.modal.role, snapshot.modal.label],
    tree.nodes.map((node) => [
      node.role,
      node.label,
      node.identifier ?? null,
      node.valueExact === true ? ["exact", node.rawValue ?? null] : ["shown", node.value ?? null],
      node.states.enabled,
      node.states.checked ?? null,
      node.states.selected ?? null,
      node.states.expanded ?? null,
      node.states.showing ?? null,
    ]),
    snapshot.texts.map(({ text }) => text),
    snapshot.menus.map(({ path, enabled, checked }) => [path, enabled, checked ?? null]),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
