import type { Action, Performed, SnapshotNode } from "@beans-picker/desktop";
import type { DesktopBackend, Look, WindowRef } from "../backend.js";
import { ample } from "./scripted.js";

/** The environment of this worker: the sandbox's desktop, see `vitest.config.ts`. */
export function desktopEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Which control is meant: by role and, unless there is only one, by label. */
export type Wanted = readonly [role: SnapshotNode["role"], label?: string];

export function findNode({ snapshot }: Look, [role, label]: Wanted): SnapshotNode {
  const found = snapshot.nodes.filter((node) => node.role === role && (label === undefined || node.label === label));
  const [node] = found;
  if (node === undefined || found.length > 1) {
    const there = snapshot.nodes.map((one) => `${one.role} ${JSON.stringify(one.label)}`).join(", ");
    throw new Error(`${String(found.length)} × ${role} ${label ?? ""} among ${there}`);
  }
  return node;
}

type OnNode<A> = A extends { handle?: number | undefined } ? Omit<A, "handle"> : never;

/** Looks at the window and acts on one control of it. */
export async function act(
  backend: DesktopBackend,
  window: WindowRef,
  wanted: Wanted,
  action: OnNode<Action>,
): Promise<Performed> {
  const look = await backend.look(window, ample());
  return await backend.perform(look, { ...action, handle: findNode(look, wanted).handle }, ample());
}
