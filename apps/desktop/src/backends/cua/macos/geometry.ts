import type { Frame, Snapshot, SnapshotNode } from "@beans-picker/desktop";
import { z } from "zod";
import type { WindowRef } from "../../../backend.js";
import type { CallBudget } from "../../../budget.js";
import { listWindows } from "../discover.js";
import type { CuaDriver } from "../driver.js";

/** Where a window is, how its picture's pixels are counted, and what of its own app lies over it. */
export interface Geometry {
  readonly bounds: Frame;
  /** Picture pixels per point of the screen. */
  readonly scale: number;
  readonly over: readonly Frame[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const pictured = z.looseObject({
  screenshot_width: z.number().positive(),
  window_bounds: z.object({
    x: z.number(),
    y: z.number(),
    width: z.number().positive(),
    height: z.number().positive(),
  }),
});

/**
 * Reads the geometry from the window list and the smallest look with a picture. `null` when the window is not on the screen, has
 * no place in the stack, or says no scale: no point of it is safe then.
 */
export async function readGeometry(driver: CuaDriver, window: WindowRef, budget: CallBudget): Promise<Geometry | null> {
  const [windows, state] = await Promise.all([
    listWindows(driver, {}, budget),
    driver.call(
      "get_window_state",
      { pid: window.pid, window_id: window.windowId, include_screenshot: true, max_elements: 1 },
      "reads",
      budget,
    ),
  ]);
  const own = windows.find(({ windowId }) => windowId === window.windowId);
  const picture = pictured.safeParse(state.structured).data;
  if (own === undefined || own.zIndex === null || !own.onScreen || own.minimized === true || picture === undefined) {
    return null;
  }
  const { zIndex, layer } = own;
  return {
    bounds: picture.window_bounds,
    scale: picture.screenshot_width / picture.window_bounds.width,
    over: windows.flatMap((other) =>
      other.pid === window.pid &&
      other.windowId !== window.windowId &&
      other.onScreen &&
      other.bounds !== null &&
      (other.layer ?? 0) >= 0 &&
      ((other.layer ?? 0) > (layer ?? 0) || (other.zIndex ?? Number.NEGATIVE_INFINITY) > zIndex)
        ? [other.bounds]
        : [],
    ),
  };
}

/** The middle of a control, if a click there is sure to reach the window: inside it and under no other window of its app. */
export function safeCentre(node: SnapshotNode, geometry: Geometry): Point | undefined {
  const { frame } = node;
  if (frame === undefined || !(frame.width > 1) || !(frame.height > 1)) return undefined;
  const centre = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  return isSafe(centre, geometry) ? centre : undefined;
}

/** Both edges of the window belong to the outside on the right and below. */
export function isSafe(point: Point, { bounds, over }: Geometry): boolean {
  return holds(bounds, point) && !over.some((frame) => holds(frame, point));
}

/** A point of the screen in pixels of the window's picture, as the driver counts them. */
export function toPicture(point: Point, { bounds, scale }: Geometry): Point {
  return { x: (point.x - bounds.x) * scale, y: (point.y - bounds.y) * scale };
}

export function fromPicture(point: Point, { bounds, scale }: Geometry): Point {
  return { x: point.x / scale + bounds.x, y: point.y / scale + bounds.y };
}

const containers: ReadonlySet<string> = new Set([
  "window",
  "group",
  "scrollarea",
  "splitgroup",
  "webarea",
  "toolbar",
  "tabgroup",
  "list",
  "table",
  "outline",
  "tree",
  "row",
  "cell",
]);

/**
 * Whether nothing else of the window lies at the point: no control but what is around and inside `node` that comes later in the
 * tree, or that is more than a container. On web pages an overlay is a part of the same window.
 */
export function isUncovered(node: SnapshotNode, point: Point, { nodes }: Pick<Snapshot, "nodes">): boolean {
  const parents = new Map(nodes.map(({ handle, parent }) => [handle, parent]));
  const isAbove = (upper: number, lower: SnapshotNode): boolean => {
    const seen = new Set<number>();
    for (let at = lower.parent; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
      if (at === upper) return true;
      seen.add(at);
    }
    return false;
  };
  const own = nodes.findIndex(({ handle }) => handle === node.handle);
  return nodes.every((other, at) => {
    if (other.handle === node.handle || other.frame === undefined || !holds(other.frame, point)) return true;
    if (at < own && containers.has(other.role)) return true;
    return isAbove(other.handle, node) || isAbove(node.handle, other);
  });
}

/** Every control that lies at the point, the window left out. */
export function nodesAt(point: Point, { nodes }: Pick<Snapshot, "nodes">): SnapshotNode[] {
  return nodes.filter(({ frame, role }) => role !== "window" && frame !== undefined && holds(frame, point));
}

function holds({ x, y, width, height }: Frame, point: Point): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;
}
