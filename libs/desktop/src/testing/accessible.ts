import type { AccessibleFacts, AccessibleReading, AccessibleTree, ObjectRef } from "../atspi-facts.js";
import type { AtspiLook } from "../normalise-atspi.js";
import { normaliseAtspi } from "../normalise-atspi.js";
import type { SnapshotNode, WindowFacts } from "../snapshot.js";

/** An object as a test writes it: what it does not say is ordinary (enabled, shown, of no interest). */
export interface Made {
  /** The toolkit's word for the role. */
  readonly role: string;
  /** Number of the role; by default one that says nothing. */
  readonly number?: number;
  readonly id?: string;
  readonly name?: string;
  readonly description?: string;
  /** Added to `sensitive enabled visible showing`; one that begins with "-" is taken away. */
  readonly states?: string;
  readonly interfaces?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly value?: number;
  readonly actions?: readonly (string | { readonly name: string; readonly keys: string })[];
  readonly selected?: readonly string[];
  readonly labelledBy?: readonly string[];
  readonly at?: readonly [x: number, y: number, width: number, height: number];
  readonly inside?: readonly Made[];
}

const bus = ":1.7";
/** Source: AtspiRole. */
const unknown = 67;

export function refTo(id: string): ObjectRef {
  return { bus, path: `/org/a11y/atspi/accessible/${id}` };
}

/** Objects without an id of their own get one by their place. */
export function made(spec: Made, place = "0"): AccessibleTree {
  const inside = (spec.inside ?? []).map((child, at) => made(child, `${place}.${at}`));
  return { facts: factsOf(spec, place, inside.length), children: inside };
}

function factsOf(spec: Made, place: string, childCount: number): AccessibleFacts {
  const words = `sensitive enabled visible showing ${spec.states ?? ""}`.split(" ").filter((word) => word !== "");
  const { at, value, text } = spec;
  return {
    ref: refTo(spec.id ?? place),
    role: spec.number ?? unknown,
    roleName: spec.role,
    name: spec.name ?? "",
    description: spec.description ?? "",
    states: new Set(words.filter((word) => !word.startsWith("-") && !words.includes(`-${word}`))),
    interfaces: new Set((spec.interfaces ?? "").split(" ").filter((word) => word !== "")),
    ...(spec.attributes === undefined ? {} : { attributes: spec.attributes }),
    ...(text === undefined ? {} : { text }),
    ...(value === undefined ? {} : { value: { current: value, minimum: 0, maximum: 100, text: "" } }),
    ...(spec.actions === undefined
      ? {}
      : {
          actions: spec.actions.map((action) =>
            typeof action === "string"
              ? { name: action, description: "", keyBinding: "" }
              : { name: action.name, description: "", keyBinding: action.keys },
          ),
        }),
    ...(spec.selected === undefined ? {} : { selected: spec.selected.map(refTo) }),
    ...(spec.labelledBy === undefined
      ? {}
      : { relations: [{ type: "labelled-by", targets: spec.labelledBy.map(refTo) }] }),
    ...(at === undefined ? {} : { extents: { x: at[0], y: at[1], width: at[2], height: at[3] } }),
    childCount,
  };
}

/** A reading of a window called "Test" with `inside` in it. */
export function reading(inside: readonly Made[], extra: Partial<AccessibleReading> = {}): AccessibleReading {
  return {
    root: made({ role: "frame", name: "Test", inside }),
    attached: [],
    toolkit: { name: "gtk", version: "3.24.38" },
    complete: true,
    reasons: [],
    total: 1,
    ...extra,
  };
}

/** What is known of a made-up window. */
export function windowOf(extra: Partial<WindowFacts> = {}): WindowFacts {
  return { pid: 100, windowId: 7, app: "Test", title: "Test", otherWindows: [], frontmost: null, ...extra };
}

export function look(inside: readonly Made[], extra: Partial<AccessibleReading> = {}, window = windowOf()) {
  return lookAt({ reading: reading(inside, extra), window, backend: "atspi" });
}

/** The snapshot of a look, and its only node with a role, with a label, or both. */
export function lookAt(input: AtspiLook) {
  const { snapshot, refs } = normaliseAtspi(input);
  const node = (wanted: Partial<Pick<SnapshotNode, "role" | "label" | "rawLabel">>): SnapshotNode => {
    const entries = Object.entries(wanted);
    const found = snapshot.nodes.filter((one) =>
      entries.every(([key, value]) => Object.entries(one).some(([k, v]) => k === key && v === value)),
    );
    const [only] = found;
    if (only === undefined || found.length > 1) throw new Error(`${found.length} nodes are ${JSON.stringify(wanted)}`);
    return only;
  };
  return { snapshot, refs, node };
}
