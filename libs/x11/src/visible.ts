import type { Display } from "./display.js";
import { difference, intersection, moved, type Rect } from "./geometry.js";
import { quad, request } from "./packet.js";
import type { Stack, Top } from "./stack.js";

/** Source: SHAPE extension 1.1. */
const shape = { getRectangles: 8, input: 2 } as const;
/** A window of more rectangles than this is taken for its whole area. */
const mostRectangles = 64;

/** The parts of the screen in which the pointer would be in `window`: nothing lies over them that takes the pointer. */
export async function visibleParts(
  display: Display,
  stack: Stack,
  window: { readonly id: number; readonly bounds: Rect; readonly top: number },
): Promise<readonly Rect[]> {
  const at = stack.tops.findIndex(({ id }) => id === window.top);
  const own = stack.tops[at];
  if (own === undefined || !own.attributes.viewable) return [];
  const above = stack.tops.slice(at + 1).filter(({ attributes }) => attributes.viewable);
  const [areas, frame, ...covers] = await Promise.all([
    inputArea(display, window.id, window.bounds),
    topArea(display, own),
    ...above.map((top) => topArea(display, top)),
  ]);
  const inside = areas
    .flatMap((area) => frame.flatMap((part) => intersection(area, part) ?? []))
    .flatMap((area) => intersection(area, stack.screen) ?? []);
  return difference(inside, covers.flat());
}

/** What of the screen is taken by the windows that lie over `top`. */
export function coversOf(stack: Stack, top: number): readonly Rect[] {
  const at = stack.tops.findIndex(({ id }) => id === top);
  return stack.tops
    .slice(at + 1)
    .filter(({ attributes }) => attributes.viewable && !attributes.inputOnly)
    .map(({ geometry }) => withBorder(geometry));
}

function topArea(display: Display, { id, geometry }: Top): Promise<readonly Rect[]> {
  return inputArea(display, id, geometry.area, geometry.border);
}

/** Where the window takes the pointer: a window can let it through in places or everywhere. */
async function inputArea(display: Display, window: number, area: Rect, border = 0): Promise<readonly Rect[]> {
  const whole = withBorder({ area, border });
  const extension = await display.extension("SHAPE");
  if (extension === null) return [whole];
  const answer = await display.ask(
    request(extension.opcode, shape.getRectangles, [window, quad(shape.input, 0, 0, 0)]),
  );
  if (answer === null) return [whole];
  const { data } = answer;
  const count = data.readUInt32LE(0);
  if (count > mostRectangles) return [whole];
  return Array.from({ length: count }, (_, index) => 24 + index * 8)
    .filter((at) => at + 8 <= data.length)
    .map((at) => ({
      x: data.readInt16LE(at),
      y: data.readInt16LE(at + 2),
      width: data.readUInt16LE(at + 4),
      height: data.readUInt16LE(at + 6),
    }))
    .map((part) => moved(part, area.x, area.y));
}

/** All that a window takes of its parent. */
export function withBorder({ area, border }: { readonly area: Rect; readonly border: number }): Rect {
  return {
    x: area.x - border,
    y: area.y - border,
    width: area.width + 2 * border,
    height: area.height + 2 * border,
  };
}

/** How far from the edge a point is put: the very edge often belongs to the handle for resizing. */
const inset = 3;

/**
 * The point to put a pointer at so that it disturbs least: near a corner of the window, where seldom is anything that
 * lights up under a pointer. Null when nothing of the window is free.
 */
export function quietPoint(parts: readonly Rect[], window: Rect): { x: number; y: number } | null {
  const corners = cornersOf(window, 0);
  let best: { x: number; y: number; distance: number } | null = null;
  for (const part of parts) {
    for (const { x, y } of cornersOf(part, inset)) {
      const distance = Math.min(...corners.map((corner) => Math.hypot(corner.x - x, corner.y - y)));
      // Of equal ones the lower counts: buttons of a title stand above.
      if (best === null || distance < best.distance || (distance === best.distance && y > best.y)) {
        best = { x, y, distance };
      }
    }
  }
  return best === null ? null : { x: best.x, y: best.y };
}

function cornersOf({ x, y, width, height }: Rect, by: number): { x: number; y: number }[] {
  const right = x + width - 1;
  const bottom = y + height - 1;
  const dx = Math.min(by, Math.floor((width - 1) / 2));
  const dy = Math.min(by, Math.floor((height - 1) / 2));
  return [
    { x: x + dx, y: bottom - dy },
    { x: right - dx, y: bottom - dy },
    { x: x + dx, y: y + dy },
    { x: right - dx, y: y + dy },
  ];
}
