/** A rectangle on the screen, in pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Null when the two have no point in common. */
export function intersection(a: Rect, b: Rect): Rect | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** What `hole` leaves of `area`: up to four rectangles that do not overlap. */
export function without(area: Rect, hole: Rect): readonly Rect[] {
  const cut = intersection(area, hole);
  if (cut === null) return [area];
  const right = area.x + area.width;
  const bottom = area.y + area.height;
  const cutRight = cut.x + cut.width;
  const cutBottom = cut.y + cut.height;
  return [
    { x: area.x, y: area.y, width: area.width, height: cut.y - area.y },
    { x: area.x, y: cut.y, width: cut.x - area.x, height: cut.height },
    { x: cutRight, y: cut.y, width: right - cutRight, height: cut.height },
    { x: area.x, y: cutBottom, width: area.width, height: bottom - cutBottom },
  ].filter(({ width, height }) => width > 0 && height > 0);
}

/** What all `holes` together leave of `areas`. */
export function difference(areas: readonly Rect[], holes: readonly Rect[]): readonly Rect[] {
  return holes.reduce<readonly Rect[]>((left, hole) => left.flatMap((area) => without(area, hole)), areas);
}

export function sameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

export function moved(rect: Rect, dx: number, dy: number): Rect {
  return { ...rect, x: rect.x + dx, y: rect.y + dy };
}
