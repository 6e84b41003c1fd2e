import type { Box } from "./screen.js";

export function centre({ left, right, top, bottom }: Box): { x: number; y: number } {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** Share of the smaller one's height that two boxes have in common. */
export function sameLine(a: Box, b: Box): number {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return common / Math.max(1e-6, Math.min(a.bottom - a.top, b.bottom - b.top));
}

/** Share of the smaller one's width that two boxes have in common. */
export function sameColumn(a: Box, b: Box): number {
  const common = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return common / Math.max(1e-6, Math.min(a.right - a.left, b.right - b.left));
}

export function contains(outer: Box, inner: Box): boolean {
  const { x, y } = centre(inner);
  return (
    x >= outer.left &&
    x <= outer.right &&
    y >= outer.top &&
    y <= outer.bottom &&
    (outer.right - outer.left) * (outer.bottom - outer.top) > (inner.right - inner.left) * (inner.bottom - inner.top)
  );
}

/** Distance between the edges of two boxes; 0 when they touch. */
export function gap(a: Box, b: Box): number {
  const x = Math.max(0, a.left - b.right, b.left - a.right);
  const y = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(x, y);
}

/**
 * How far `box` is from `anchor` in a direction; undefined when it is not there. On the same line or column that is the gap;
 * off it, the gap and the offset together.
 */
export function away(box: Box, anchor: Box, direction: "left" | "right" | "above" | "below"): number | undefined {
  const [from, to] = [centre(anchor), centre(box)];
  switch (direction) {
    case "left":
      return to.x < from.x && sameLine(box, anchor) > 0.3 ? from.x - to.x : undefined;
    case "right":
      return to.x > from.x && sameLine(box, anchor) > 0.3 ? to.x - from.x : undefined;
    case "above":
      return to.y < from.y && sameColumn(box, anchor) > 0 ? from.y - to.y + offset(box, anchor) : undefined;
    case "below":
      return to.y > from.y && sameColumn(box, anchor) > 0 ? to.y - from.y + offset(box, anchor) : undefined;
  }
}

/** How far two boxes of a column are from being aligned. */
function offset(a: Box, b: Box): number {
  return 0.25 * Math.min(Math.abs(a.left - b.left), Math.abs(centre(a).x - centre(b).x));
}
