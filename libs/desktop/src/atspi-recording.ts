import { z } from "zod";
import type { AccessibleFacts, AccessibleReading, AccessibleTree } from "./atspi-facts.js";

const place = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const recordedNode = z.object({
  i: z.int(),
  path: z.string(),
  role_id: z.int(),
  role_name: z.string(),
  name: z.string(),
  description: z.string().default(""),
  states: z.array(z.string()),
  interfaces: z.array(z.string()),
  attributes: z.record(z.string(), z.string()).default({}),
  extents: place.optional(),
  text: z.string().nullish(),
  caret: z.int().nullish(),
  value: z.object({ current: z.number(), min: z.number().nullable(), max: z.number().nullable() }).nullish(),
  actions: z.array(z.object({ name: z.string().default(""), keybinding: z.string().default("") })).optional(),
  /** How many children are selected; which ones was not recorded. */
  selected_children: z.int().nullish(),
  relations: z.array(z.object({ type: z.string(), targets: z.array(z.string()) })).nullish(),
  child_count: z.int(),
  children: z.array(z.int()),
});

/** A window of a real application as AT-SPI showed it, in a file; testdata/README.md says what it holds. */
const recording = z.object({
  app: z.object({ bus: z.string(), pid: z.int(), name: z.string(), toolkit: z.string(), toolkit_version: z.string() }),
  nodes: z.array(recordedNode),
});
export type AtspiRecording = z.infer<typeof recording>;
type RecordedNode = z.infer<typeof recordedNode>;

/** Narrows the content of such a file. Throws a ZodError when it is something else. */
export function parseAtspiRecording(raw: unknown): AtspiRecording {
  return recording.parse(raw);
}

/** The recorded application as a reading of its top-level called `title`, or of its first one, with its open dialogs. */
export function readingOf({ app, nodes }: AtspiRecording, title: string): AccessibleReading {
  const byNumber = new Map(nodes.map((node) => [node.i, node]));
  const below = new Set(nodes.flatMap((node) => (node.role_id === application ? [] : node.children)));
  const tops = nodes.filter((node) => node.role_id !== application && !below.has(node.i));
  const top = tops.find((node) => node.name === title) ?? tops[0];
  if (top === undefined) throw new Error("the recording has no window");
  const tree = (node: RecordedNode): AccessibleTree => ({
    facts: factsOf(node, app.bus),
    children: node.children.flatMap((child) => {
      const found = byNumber.get(child);
      return found === undefined ? [] : [tree(found)];
    }),
  });
  return {
    root: tree(top),
    attached: tops.filter((node) => node !== top && isOpenDialog(node)).map(tree),
    toolkit: { name: app.toolkit, version: app.toolkit_version },
    complete: true,
    reasons: [],
    total: nodes.length,
  };
}

/** Source: AtspiRole. */
const application = 75;

/** Dialogs of the application in front of the window are part of how it looks. */
function isOpenDialog({ role_name, states }: RecordedNode): boolean {
  const isDialog = ["dialog", "alert", "file chooser"].includes(role_name) || states.includes("modal");
  return isDialog && states.includes("showing");
}

function factsOf(node: RecordedNode, bus: string): AccessibleFacts {
  const { extents, text, value, relations } = node;
  return {
    ref: { bus, path: node.path },
    role: node.role_id,
    roleName: node.role_name,
    name: node.name,
    description: node.description,
    states: new Set(node.states),
    interfaces: new Set(node.interfaces),
    attributes: node.attributes,
    ...(typeof text === "string" ? { text } : {}),
    ...(typeof node.caret === "number" ? { caret: node.caret } : {}),
    ...(value
      ? {
          value: {
            current: value.current,
            minimum: value.min ?? Number.NaN,
            maximum: value.max ?? Number.NaN,
            text: "",
          },
        }
      : {}),
    actions: (node.actions ?? []).map(({ name, keybinding }) => ({ name, description: "", keyBinding: keybinding })),
    ...(node.selected_children === 0 ? { selected: [] } : {}),
    relations: (relations ?? []).map(({ type, targets }) => ({
      type,
      targets: targets.map((path) => ({ bus, path })),
    })),
    ...(extents ? { extents: { x: extents[0], y: extents[1], width: extents[2], height: extents[3] } } : {}),
    childCount: node.child_count,
  };
}
