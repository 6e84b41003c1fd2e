import { CodedError } from "@beans-picker/shared";
import { type Budget, eventually, within } from "./budget.js";
import { offScreen, type OffScreen } from "./composite.js";
import { attributesOf, geometryOf } from "./core.js";
import type { Display } from "./display.js";
import { difference, intersection, moved, type Rect } from "./geometry.js";
import { readImage } from "./image.js";
import { caughtUp } from "./ping.js";
import type { Pixels } from "./png.js";
import { readStack, type Top } from "./stack.js";
import { coversOf, withBorder } from "./visible.js";

export interface Picture extends Pixels {
  /** What of the screen it shows. */
  readonly area: Rect;
  /** True when parts of it may show what lies over the window, or nothing, instead of the window. */
  readonly occluded: boolean;
}

interface Parts {
  readonly display: Display;
  /** Name of this machine. */
  readonly host: string;
  /** A number unlike the last. */
  readonly mark: () => number;
}

/** How long an app may take to draw what was covered. */
const drawMs = 500;
/** How long it may take to say that it has dealt with all it was told to draw; it may draw in several steps. */
const stepsMs = 100;
const everyMs = 5;

/** A picture of the screen, or of a part of it, as a person sees it. Fails with `capture_failed`. */
export async function captureScreen(display: Display, part: Rect | null, budget: Budget): Promise<Picture> {
  const geometry = await within(budget, geometryOf(display, display.root));
  if (geometry === null) throw new CodedError("capture_failed");
  const area = part === null ? geometry.area : intersection(rounded(part), geometry.area);
  if (area === null) throw new CodedError("capture_failed", "No point of this area is on the screen.");
  return { ...(await fromScreen(display, area, budget)), area, occluded: false };
}

/**
 * A picture of the window alone, whatever lies over it, with (`frame`) or without (`bounds`) what the window manager draws
 * around it. For a covered window, the app is made to draw all of it into a picture of its own for that moment; where that
 * cannot be, the pixels are those of the screen. An app that does not draw in time leaves `occluded` parts.
 * Fails with `window_not_found`, and with `capture_failed` for a window that is not shown.
 */
export async function captureWindow(
  parts: Parts,
  windowId: number,
  extent: "bounds" | "frame",
  budget: Budget,
): Promise<Picture> {
  const { display } = parts;
  const stack = await within(budget, readStack(display, parts.host));
  const found = stack.windows.find(({ window }) => window.id === windowId);
  const top = stack.tops.find(({ id }) => id === found?.top);
  if (found === undefined || top === undefined) throw new CodedError("window_not_found");
  const area = intersection(found.window[extent], withBorder(top.geometry));
  if (area === null || !found.window.mapped) {
    throw new CodedError("capture_failed", "The window is minimised or not shown, so there is no picture of it.");
  }
  const hidden = difference([area], visibleOf(area, stack.screen, coversOf(stack, top.id)));
  const own = await within(budget, offScreen(display, top.id));
  const pixels = own === null ? null : await within(budget, readOwn(display, own, top, area));
  if (pixels !== null) return { ...pixels, area, occluded: false };
  if (own !== null && hidden.length > 0) {
    const drawn = await within(budget, drawOwn(parts, own, { top, windowId, area, hidden }, budget));
    if (drawn !== null) return { ...drawn.pixels, area, occluded: drawn.stale };
  }
  const seen = intersection(area, stack.screen);
  if (seen === null) throw new CodedError("capture_failed", "The window lies outside of the screen.");
  return { ...(await fromScreen(display, seen, budget)), area: seen, occluded: hidden.length > 0 };
}

/** What of an area is on the screen and under none of the covers. */
export function visibleOf(area: Rect, screen: Rect, covers: readonly Rect[]): readonly Rect[] {
  const inside = intersection(area, screen);
  return inside === null ? [] : difference([inside], covers);
}

async function fromScreen(display: Display, area: Rect, budget: Budget): Promise<Pixels> {
  const attributes = await within(budget, attributesOf(display, display.root));
  const pixels =
    attributes === null ? null : await within(budget, readImage(display, display.root, attributes.visual, area));
  if (pixels === null) throw new CodedError("capture_failed");
  return pixels;
}

/** The window's own picture; null when it has none, because it draws onto the screen. */
async function readOwn(display: Display, own: OffScreen, top: Top, area: Rect): Promise<Pixels | null> {
  const pixmap = await own.name();
  if (pixmap === null) return null;
  const whole = withBorder(top.geometry);
  try {
    return await readImage(display, pixmap, top.attributes.visual, moved(area, -whole.x, -whole.y));
  } finally {
    own.forget(pixmap);
  }
}

interface Covered {
  readonly top: Top;
  readonly windowId: number;
  readonly area: Rect;
  /** The parts of `area` that the app has to draw first, because they were not on the screen. */
  readonly hidden: readonly Rect[];
}

async function drawOwn(
  parts: Parts,
  own: OffScreen,
  { top, windowId, area, hidden }: Covered,
  budget: Budget,
): Promise<{ pixels: Pixels; stale: boolean } | null> {
  // The watch begins first: it counts as drawn what is on the screen in that moment. Both leave in one piece.
  const [drawing, redirected] = await Promise.all([own.watchDrawing(), own.redirect()]);
  try {
    if (!redirected || drawing === null) return null;
    const missing = hidden.map((part) => moved(part, -top.geometry.area.x, -top.geometry.area.y));
    const complete = await eventually(budget, drawMs, everyMs, () =>
      Promise.resolve(drawing.undrawn(missing).length === 0 ? true : undefined),
    );
    if (complete === true) await caughtUp(parts.display, windowId, parts.mark(), budget, stepsMs);
    const pixels = await readOwn(parts.display, own, top, area);
    return pixels === null ? null : { pixels, stale: complete !== true };
  } finally {
    drawing?.stop();
    own.unredirect();
  }
}

function rounded({ x, y, width, height }: Rect): Rect {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
