import type { z } from "zod";
import type { Role } from "./roles.js";
import { node, snapshot, type Snapshot, type SnapshotNode } from "./snapshot.js";

/** A node as a test writes it: what it does not say is ordinary, and what is inside it is nested. */
export interface Sketch extends Partial<Omit<z.input<typeof node>, "role" | "states" | "handle" | "parent" | "depth">> {
  readonly role: Role;
  readonly states?: Partial<SnapshotNode["states"]>;
  readonly inside?: readonly Sketch[];
}

export interface WindowSketch {
  readonly nodes: readonly Sketch[];
  readonly platform?: Snapshot["platform"];
  readonly title?: string;
  readonly app?: string;
  readonly otherWindows?: readonly string[];
  readonly menus?: Snapshot["menus"];
  /** The label of the node that is the modal. */
  readonly modal?: string;
  /** Number of the first handle; tests change it to show that handles mean nothing. */
  readonly firstHandle?: number;
}

/** Builds a whole snapshot and checks it against the contract. Texts are the named `text` nodes. */
export function windowOf(sketch: WindowSketch): Snapshot {
  const nodes: SnapshotNode[] = [];
  const add = (item: Sketch, parent: number | null, depth: number): void => {
    const { inside = [], states = {}, ...given } = item;
    const label = given.label ?? given.rawLabel ?? "";
    const handle = (sketch.firstHandle ?? 1) + nodes.length;
    nodes.push(
      node.parse({
        handle,
        parent,
        depth,
        label,
        rawLabel: label,
        actions: [],
        inWeb: false,
        operable: true,
        ...given,
        states: { enabled: true, ...states },
      }),
    );
    for (const child of inside) add(child, handle, depth + 1);
  };
  add({ role: "window", label: sketch.title ?? "Window", frame: bounds, inside: sketch.nodes }, null, 0);
  const modal = nodes.find(({ label }) => label !== "" && label === sketch.modal);
  return snapshot.parse({
    platform: sketch.platform ?? "linux",
    backend: "test",
    window: {
      pid: 1,
      windowId: 1,
      app: sketch.app ?? "App",
      title: sketch.title ?? "Window",
      bounds,
      otherWindows: [...(sketch.otherWindows ?? [])],
      frontmost: false,
    },
    nodes,
    texts: nodes
      .filter(({ role, rawLabel }) => role === "text" && rawLabel !== "")
      .map(({ handle, label, rawLabel }) => ({ handle, text: label, raw: rawLabel })),
    menus: sketch.menus ?? [],
    modal: modal === undefined ? null : { handle: modal.handle, role: modal.role, label: modal.label },
    completeness: { complete: true, reasons: [] },
  });
}

const bounds = { x: 0, y: 0, width: 400, height: 300 };

/** A text field with an exactly known content. */
export function field(label: string, value: string, more: Partial<Sketch> = {}): Sketch {
  return { role: "textfield", label, value: value.trim(), rawValue: value, valueExact: true, ...more };
}
