import type { Frame } from "./snapshot.js";

/** Red, green, blue and alpha bytes of a picture, line by line. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** The part of the screen that a picture shows, and its pixels for each unit of that. */
export interface Area {
  readonly frame: Frame;
  readonly scale: number;
}

type Colour = readonly [red: number, green: number, blue: number];

/** Where a colour is looked for in a frame, in both directions, and how far these points may differ. Source: beans-picker 0.5 seed. */
const AT = [0.3, 0.7] as const;
const TOLERANCE = 24;

/** Upper ends of hues in degrees. Source: beans-picker 0.5 seed. */
const hues: readonly (readonly [number, string])[] = [
  [15, "red"],
  [45, "orange"],
  [70, "yellow"],
  [165, "green"],
  [195, "teal"],
  [250, "blue"],
  [290, "purple"],
  [335, "pink"],
  [360, "red"],
];
const DARK = 0.2;
const PALE = 0.15;

/** The one colour that fills a frame, such as `purple #8B5CF6`; `undefined` when there is more than one, or a grey. */
export function colourOf(frame: Frame, picture: Picture, area: Area): string | undefined {
  const samples = AT.flatMap((down) => AT.map((across) => pixelAt(frame, across, down, picture, area)));
  const [first] = samples;
  if (first === undefined) return undefined;
  let sum: Colour = [0, 0, 0];
  for (const sample of samples) {
    if (sample === undefined || !isNear(sample, first)) return undefined;
    sum = [sum[0] + sample[0], sum[1] + sample[1], sum[2] + sample[2]];
  }
  const mean: Colour = [mixed(sum[0]), mixed(sum[1]), mixed(sum[2])];
  const name = colourName(mean);
  return name === undefined ? undefined : `${name} ${hexOf(mean)}`;
}

function mixed(sum: number): number {
  return Math.round(sum / (AT.length * AT.length));
}

/** Its name by hue; `undefined` for black, white and greys, which an icon or an empty button shows as well. */
export function colourName([red, green, blue]: Colour): string | undefined {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const spread = most - least;
  if (most / 255 < DARK || spread / most < PALE) return undefined;
  const sector =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return hues.find(([end]) => sector * 60 < end)?.[1];
}

function hexOf(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

function isNear(one: Colour, other: Colour): boolean {
  return one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= TOLERANCE);
}

function pixelAt(
  frame: Frame,
  across: number,
  down: number,
  { width, height, rgba }: Picture,
  { frame: shown, scale }: Area,
): Colour | undefined {
  const x = Math.floor((frame.x + frame.width * across - shown.x) * scale);
  const y = Math.floor((frame.y + frame.height * down - shown.y) * scale);
  if (!(x >= 0 && x < width && y >= 0 && y < height)) return undefined;
  const at = (y * width + x) * 4;
  const [red, green, blue] = [rgba[at], rgba[at + 1], rgba[at + 2]];
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue];
}
