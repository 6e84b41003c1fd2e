import { z } from "zod";

/** Most element records read from one answer; the rest counts as cut off. A driver asked for 1 500 never comes near it. */
export const maxRecords = 20_000;
/** Most UTF-16 units of tree text read from one answer. */
export const maxTreeUnits = 8_000_000;
/** Longest single text believed, in UTF-16 units; the driver itself cuts at 4 096. */
export const maxTextUnits = 65_536;
/** Deepest nesting believed. Source: the driver's own walks stop far earlier (25 on macOS). */
export const maxDepthBelieved = 500;

const text = z.string().max(maxTextUnits).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const count = z.number().int().nonnegative().max(100_000_000);
const shortWords = z
  .array(z.string().max(500).catch(""))
  .transform((words) => words.slice(0, 200))
  .optional()
  .catch(undefined);

/** A rectangle with the driver's short side names; a negative or unbounded size makes it no rectangle at all. */
const elementFrame = z
  .object({ x: z.number(), y: z.number(), w: z.number().nonnegative(), h: z.number().nonnegative() })
  .transform(({ x, y, w, h }) => ({ x, y, width: w, height: h }))
  .optional()
  .catch(undefined);

const bounds = z
  .object({ x: z.number(), y: z.number(), width: z.number().nonnegative(), height: z.number().nonnegative() })
  .optional()
  .catch(undefined);

/** One element record. Only `element_index` and `role` are needed; anything else that makes no sense is left out. */
const element = z.object({
  element_index: count,
  role: z.string().min(1).max(200),
  element_token: z.string().min(1).max(500).optional().catch(undefined),
  subrole: text,
  label: text,
  title: text,
  value: z
    .union([z.string().max(maxTextUnits), z.number(), z.boolean()])
    .optional()
    .catch(undefined),
  identifier: text,
  help: text,
  enabled: flag,
  selected: flag,
  actions: shortWords,
  frame: elementFrame,
  parent_index: count.optional().catch(undefined),
  depth: z.number().nonnegative().max(maxDepthBelieved).optional().catch(undefined),
  in_web_content: flag,
});
export type DriverElement = z.infer<typeof element>;

const envelope = z.object({
  app_name: text,
  window_title: text,
  window_bounds: bounds,
  elements: z.array(z.unknown()).catch([]),
  tree_markdown: z.string().catch(""),
  total_element_count: count.optional().catch(undefined),
  truncated: flag,
  truncation_reason: text,
  degraded: flag,
  degraded_reason: text,
});

/** What is used of a `get_window_state` result. `elements` have different indices and are in index order. */
export interface DriverState {
  readonly app: string | undefined;
  readonly title: string | undefined;
  readonly bounds: z.infer<typeof bounds>;
  readonly elements: readonly DriverElement[];
  /** Records that were no element, or repeated the index of an earlier one. */
  readonly skipped: number;
  readonly tree: string;
  readonly total: number | undefined;
  /** True when this reader itself dropped records or text because there were too many. */
  readonly cut: boolean;
  readonly truncated: boolean;
  readonly truncationReason: string;
  readonly degraded: boolean;
  readonly degradedReason: string;
  /** False when the answer was no object, so that nothing at all could be read. */
  readonly readable: boolean;
}

/** Reads a structured `get_window_state` result of any driver version. Never throws; a bad record costs only itself. */
export function readDriverState(raw: unknown): DriverState {
  const parsed = envelope.safeParse(raw);
  const state = parsed.success ? parsed.data : envelope.parse({});
  const { elements, skipped } = readElements(state.elements.slice(0, maxRecords));
  return {
    app: state.app_name,
    title: state.window_title,
    bounds: state.window_bounds,
    elements,
    skipped,
    tree: state.tree_markdown.slice(0, maxTreeUnits),
    total: state.total_element_count,
    cut: state.elements.length > maxRecords || state.tree_markdown.length > maxTreeUnits,
    truncated: state.truncated === true,
    truncationReason: state.truncation_reason ?? "",
    degraded: state.degraded === true,
    degradedReason: state.degraded_reason ?? "",
    readable: parsed.success,
  };
}

function readElements(records: readonly unknown[]): { elements: DriverElement[]; skipped: number } {
  const byIndex = new Map<number, DriverElement>();
  let skipped = 0;
  for (const record of records) {
    const parsed = element.safeParse(record);
    if (!parsed.success || byIndex.has(parsed.data.element_index)) skipped += 1;
    else byIndex.set(parsed.data.element_index, parsed.data);
  }
  return { elements: [...byIndex.values()].sort((a, b) => a.element_index - b.element_index), skipped };
}

/** The value of an element as text: 0.5 is "0.5", 1 is "1". */
export function valueText(value: DriverElement["value"]): string | undefined {
  return value === undefined ? undefined : String(value);
}

const listedWindow = z.object({
  window_id: z.number().int().positive(),
  pid: z.number().int().positive().nullish().catch(null),
  app_name: z.string().catch(""),
  title: z.string().catch(""),
  bounds,
  is_on_screen: z.boolean().catch(true),
  minimized: z.boolean().nullish().catch(null),
  layer: z.number().int().nullish().catch(null),
  z_index: z.number().nullish().catch(null),
  space_ids: z.array(z.number().int()).nullish().catch(null),
  on_current_space: z.boolean().nullish().catch(null),
});
export type ListedWindow = z.infer<typeof listedWindow>;

const windowList = z.object({ windows: z.array(z.unknown()) });

/** Reads a `list_windows` result; entries without a window id are left out. `null` when there is no list at all. */
export function readWindowList(raw: unknown): ListedWindow[] | null {
  const parsed = windowList.safeParse(raw);
  if (!parsed.success) return null;
  return parsed.data.windows.slice(0, maxRecords).flatMap((entry) => {
    const window = listedWindow.safeParse(entry);
    return window.success ? [window.data] : [];
  });
}
