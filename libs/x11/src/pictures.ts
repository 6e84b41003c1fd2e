import { budgetOf, eventually } from "./budget.js";
import { visibleOf } from "./capture.js";
import { offScreen, type OffScreen } from "./composite.js";
import { attributesOf, geometryOf, originOf, treeOf } from "./core.js";
import type { Display } from "./display.js";
import { difference, moved, type Rect } from "./geometry.js";
import { pair, request } from "./packet.js";
import { toRgba } from "./pixels.js";
import { readStack } from "./stack.js";
import { coversOf, withBorder } from "./visible.js";

/** Pixels as they come, without their meaning being changed. */
export interface RawPicture {
  readonly width: number;
  readonly height: number;
  /** Order of the four bytes of a pixel, in FFmpeg's words. */
  readonly format: "bgr0" | "rgba";
  readonly bytes: Buffer;
}

/** Pictures of one window, one after the other. */
export interface PictureSource {
  /** True when the pictures are the window's own, whatever covers it; otherwise they show what the screen shows there. */
  readonly own: boolean;
  /** Null while the window is not shown (minimised, or on another desktop); "gone" when it is there no more. */
  read(): Promise<RawPicture | "gone" | null>;
  /** Whether something was drawn since the last `read`; always true where the server does not tell. */
  changed(): boolean;
  /** Waits until the app has drawn what was covered; false when it does not do so in time. */
  drawn(): Promise<boolean>;
  close(): void;
}

const getImage = 73;
const wholePixels = 2;
const allPlanes = 0xffffffff;
const highestTree = 16;
/** How long an app may take to draw what was covered, and how often that is looked at. */
const drawMs = 500;
const everyMs = 10;

/** Prepares a window for taking its picture many times a second. Null when it is gone. Rejects when the connection is lost. */
export async function openPictures(display: Display, windowId: number, host: string): Promise<PictureSource | null> {
  const [top, stack] = await Promise.all([topOf(display, windowId), readStack(display, host)]);
  const found = stack.tops.find(({ id }) => id === top);
  if (top === null || found === undefined) return null;
  const area = withBorder(found.geometry);
  const hidden = difference([area], visibleOf(area, stack.screen, coversOf(stack, top)));
  const composite = await offScreen(display, top);
  const [drawing, redirected] = await Promise.all([composite?.watchDrawing() ?? null, composite?.redirect() ?? false]);
  let seen = drawing?.count() ?? 0;
  const own = composite !== null && redirected;
  return {
    own,
    async drawn() {
      if (drawing === null || !own) return hidden.length === 0;
      const missing = hidden.map((part) => moved(part, -found.geometry.area.x, -found.geometry.area.y));
      const complete = await eventually(budgetOf(2 * drawMs), drawMs, everyMs, () =>
        Promise.resolve(drawing.undrawn(missing).length === 0 ? true : undefined),
      );
      return complete ?? false;
    },
    changed: () => drawing === null || drawing.count() !== seen,
    async read() {
      seen = drawing?.count() ?? 0;
      const [attributes, inside, at, frame] = await Promise.all([
        attributesOf(display, windowId),
        geometryOf(display, windowId),
        originOf(display, windowId, top),
        geometryOf(display, top),
      ]);
      if (attributes === null || inside === null || at === null || frame === null) return "gone";
      if (!attributes.viewable) return null;
      const area = { ...at, width: inside.area.width, height: inside.area.height };
      if (own) return readPixmap(display, composite, attributes.visual, area, frame.border);
      const onScreen = await originOf(display, windowId, display.root);
      return onScreen === null ? "gone" : readRaw(display, display.root, attributes.visual, { ...area, ...onScreen });
    },
    close() {
      drawing?.stop();
      composite?.unredirect();
    },
  };
}

async function readPixmap(display: Display, own: OffScreen, visual: number, area: Rect, border: number) {
  const pixmap = await own.name();
  if (pixmap === null) return null;
  try {
    return await readRaw(display, pixmap, visual, { ...area, x: area.x + border, y: area.y + border });
  } finally {
    own.forget(pixmap);
  }
}

/** Null when the area is not all there or its colours are not read here. */
async function readRaw(display: Display, drawable: number, visual: number, area: Rect): Promise<RawPicture | null> {
  const { x, y, width, height } = area;
  const place = [drawable, pair(x, y), pair(width, height), allPlanes];
  const answer = await display.ask(request(getImage, wholePixels, place));
  if (answer === null) return null;
  const { pixelFormats, visuals, highByteFirst } = display.server;
  const [format, colours] = [pixelFormats.get(answer.detail), visuals.get(visual)];
  if (format === undefined || colours === undefined || !colours.trueColor) return null;
  const data = answer.data.subarray(24);
  const usual = format.bitsPerPixel === 32 && !highByteFirst && colours.red === 0xff0000 && colours.blue === 0xff;
  if (usual) return { width, height, format: "bgr0", bytes: data.subarray(0, width * height * 4) };
  const rgba = toRgba(data, { width, height, ...format, highByteFirst, ...colours });
  return rgba === null ? null : { width, height, format: "rgba", bytes: rgba };
}

/** The child of the root that the window lies in; null when the window is gone. */
export async function topOf(display: Display, window: number): Promise<number | null> {
  let at = window;
  for (let level = 0; level < highestTree; level += 1) {
    const tree = await treeOf(display, at);
    if (tree === null) return null;
    if (tree.parent === display.root || tree.parent === 0) return at;
    at = tree.parent;
  }
  return null;
}
