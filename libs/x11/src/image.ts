import { CodedError } from "@beans-picker/shared";
import type { Display } from "./display.js";
import type { Rect } from "./geometry.js";
import { pair, request } from "./packet.js";
import { toRgba } from "./pixels.js";
import type { Pixels } from "./png.js";

const getImage = 73;
const wholePixels = 2;
const allPlanes = 0xffffffff;
const mostPixels = 64_000_000;

/**
 * The pixels of a window or of a window's picture, in the window's colours. `area` is relative to the drawable and lies
 * inside of it. Null when the drawable is gone or the area is not all there. Fails with `capture_failed` for colours that
 * are not read here.
 */
export async function readImage(
  display: Display,
  drawable: number,
  visual: number,
  area: Rect,
): Promise<Pixels | null> {
  const { x, y, width, height } = area;
  if (width * height > mostPixels) throw new CodedError("capture_failed", "The picture would be too large.");
  const place = [drawable, pair(x, y), pair(width, height), allPlanes];
  const answer = await display.ask(request(getImage, wholePixels, place));
  if (answer === null) return null;
  const { pixelFormats, visuals, highByteFirst } = display.server;
  const [format, colours] = [pixelFormats.get(answer.detail), visuals.get(visual)];
  const rgba =
    format === undefined || colours === undefined || !colours.trueColor
      ? null
      : toRgba(answer.data.subarray(24), { width, height, ...format, highByteFirst, ...colours });
  if (rgba === null) throw new CodedError("capture_failed", "The colours of this screen cannot be read.");
  return { width, height, rgba };
}
