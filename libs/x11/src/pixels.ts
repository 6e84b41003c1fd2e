/** How an image's pixels lie in its bytes. */
export interface PixelLayout {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  /** Every line starts at a multiple of this many bits. */
  readonly scanlinePad: number;
  readonly highByteFirst: boolean;
  /** Which bits of a pixel hold which colour. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

interface Channel {
  readonly shift: number;
  /** The largest value it can have. */
  readonly top: number;
}

/** Bytes of a line, with what fills it up. */
export function bytesPerLine({ width, bitsPerPixel, scanlinePad }: PixelLayout): number {
  return (Math.ceil((width * bitsPerPixel) / scanlinePad) * scanlinePad) / 8;
}

/**
 * The image as red, green, blue and opaque alpha, eight bits each, without gaps between lines. Null when the bytes are too
 * few or the layout is none that a TrueColor screen has (16, 24 or 32 bits for a pixel).
 */
export function toRgba(data: Buffer, layout: PixelLayout): Buffer | null {
  const { width, height, bitsPerPixel, highByteFirst } = layout;
  const line = bytesPerLine(layout);
  const red = channel(layout.red);
  const green = channel(layout.green);
  const blue = channel(layout.blue);
  if (![16, 24, 32].includes(bitsPerPixel) || red === null || green === null || blue === null) return null;
  if (data.length < line * height) return null;
  const step = bitsPerPixel / 8;
  const out = Buffer.alloc(width * height * 4, 0xff);
  const channels = [red, green, blue];
  if (channels.every(isByte)) {
    const [redAt, greenAt, blueAt] = [red, green, blue].map(({ shift }) =>
      highByteFirst ? step - 1 - shift / 8 : shift / 8,
    );
    copyBytes(data, out, { width, height, line, step }, [redAt ?? 0, greenAt ?? 0, blueAt ?? 0]);
    return out;
  }
  const read = reader(data, step, highByteFirst);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0, from = y * line; x < width; x += 1, from += step, to += 4) {
      const pixel = read(from);
      for (const [at, one] of channels.entries()) out[to + at] = scaled(pixel, one);
    }
  }
  return out;
}

/** Whether the colour has a byte of its own, as nearly everywhere. */
function isByte({ shift, top }: Channel): boolean {
  return top === 0xff && shift % 8 === 0;
}

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly line: number;
  readonly step: number;
}

/** A million pixels in a few milliseconds; reading each as a number takes ten times as long. */
function copyBytes(
  data: Buffer,
  out: Buffer,
  { width, height, line, step }: Grid,
  [redAt, greenAt, blueAt]: readonly [number, number, number],
): void {
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0, from = y * line; x < width; x += 1, from += step, to += 4) {
      out[to] = data[from + redAt] ?? 0;
      out[to + 1] = data[from + greenAt] ?? 0;
      out[to + 2] = data[from + blueAt] ?? 0;
    }
  }
}

function reader(data: Buffer, bytes: number, highByteFirst: boolean): (at: number) => number {
  const byte = (at: number): number => data[at] ?? 0;
  if (bytes === 2) {
    return highByteFirst ? (at) => (byte(at) << 8) | byte(at + 1) : (at) => byte(at) | (byte(at + 1) << 8);
  }
  const [first, second, third] = highByteFirst ? [bytes - 1, bytes - 2, bytes - 3] : [0, 1, 2];
  const fourth = bytes === 3 ? null : highByteFirst ? 0 : 3;
  return (at) =>
    (byte(at + first) |
      (byte(at + second) << 8) |
      (byte(at + third) << 16) |
      (fourth === null ? 0 : byte(at + fourth) << 24)) >>>
    0;
}

function scaled(pixel: number, { shift, top }: Channel): number {
  return Math.round((((pixel >>> shift) & top) * 255) / top);
}

/** Null for a mask that no channel has. */
function channel(mask: number): Channel | null {
  if (mask === 0) return null;
  const shift = 31 - Math.clz32(mask & -mask);
  const top = mask >>> shift;
  return top > 0 && top <= 0xffff && (top & (top + 1)) === 0 ? { shift, top } : null;
}
