import { z } from "zod";
import { identify } from "../keys.js";
import type { Snapshot } from "../snapshot.js";

/** Why one back end has a key that the other has not. */
export type Difference =
  /** The control is called otherwise: one back end sees a name, a label's relation or a description, the other does not. */
  | "name"
  /** Same control, other containers: the driver leaves out containers without a name, so it can only guess at parents. */
  | "place"
  /** Same control, other twins: one back end shows more of its kind, or another text near it. */
  | "twins"
  /** A container without a name, which nothing can be done with. */
  | "nameless container"
  /** A command of a menu bar that is no longer used, or one whose menu the driver could not see. */
  | "menu"
  /** Same name, other role. */
  | "role"
  | "unexplained";

export interface Agreement {
  /** Keys of controls of the first snapshot that can be acted on and hold for later snapshots. */
  readonly compared: number;
  readonly equal: number;
  readonly differences: readonly { readonly key: string; readonly why: Difference }[];
}

interface Parts {
  readonly role: string;
  readonly name: string;
  readonly within: string;
}

/** How many of the first snapshot's keys the second one has too. Identifiers are left out: the driver has none on Linux. */
export function agreementOf(first: Snapshot, second: Snapshot): Agreement {
  const operable = new Set([...first.nodes, ...first.menus].filter((one) => one.operable).map(({ handle }) => handle));
  const wanted = [...identify(first)].filter(([handle, { ambiguous }]) => operable.has(handle) && !ambiguous);
  const found = [...identify(withoutIdentifiers(second)).values()];
  const keys = new Set(found.map(({ key }) => key));
  const others = found.flatMap(({ key }) => partsOf(key) ?? []);
  const missing = wanted.map(([, { key }]) => key).filter((key) => !keys.has(key));
  return {
    compared: wanted.length,
    equal: wanted.length - missing.length,
    differences: missing.map((key) => ({ key, why: explain(key, others) })),
  };
}

function withoutIdentifiers(snapshot: Snapshot): Snapshot {
  return { ...snapshot, nodes: snapshot.nodes.map((node) => ({ ...node, identifier: undefined })) };
}

function explain(key: string, others: readonly Parts[]): Difference {
  const parts = partsOf(key);
  if (parts === undefined) return "menu";
  const { role, name, within } = parts;
  if (name === "" && ["group", "toolbar", "statusbar", "menu"].includes(role)) return "nameless container";
  const same = others.filter((other) => other.role === role);
  if (same.some((other) => other.name === name && other.within === within)) return "twins";
  if (same.some((other) => other.within === within)) return "name";
  if (same.some((other) => other.name === name)) return "place";
  return others.some((other) => other.name === name && name !== "") ? "role" : "unexplained";
}

/** `undefined` for a menu command's key. */
function partsOf(key: string): Parts | undefined {
  const parsed = z.array(z.unknown()).safeParse(JSON.parse(key));
  if (!parsed.success) return undefined;
  const [role, identifier, name, within] = parsed.data;
  if (role === "menu" && Array.isArray(identifier)) return undefined;
  if (role === "ambiguous" && typeof identifier === "string") return partsOf(identifier);
  return { role: String(role), name: String(name), within: JSON.stringify(within) };
}
