import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesPerLine, type PixelLayout, toRgba } from "./pixels.js";

const eightBits = { red: 0xff0000, green: 0xff00, blue: 0xff };
const reversed = { red: 0xff, green: 0xff00, blue: 0xff0000 };
const tenBits = { red: 0x3ff00000, green: 0xffc00, blue: 0x3ff };
const sixteen = { red: 0xf800, green: 0x7e0, blue: 0x1f };

const layouts = [
  { bitsPerPixel: 32, scanlinePad: 32, ...eightBits },
  { bitsPerPixel: 32, scanlinePad: 32, ...reversed },
  { bitsPerPixel: 32, scanlinePad: 32, ...tenBits },
  { bitsPerPixel: 24, scanlinePad: 32, ...eightBits },
  { bitsPerPixel: 16, scanlinePad: 32, ...sixteen },
].flatMap((layout) => [true, false].map((highByteFirst) => ({ ...layout, highByteFirst })));

/** Writes a pixel bit by bit, as the protocol describes it. */
function write(
  data: Buffer,
  at: number,
  pixel: number,
  { bitsPerPixel, highByteFirst }: Omit<PixelLayout, "width" | "height">,
): void {
  const bytes = bitsPerPixel / 8;
  for (let byte = 0; byte < bytes; byte += 1) {
    data[at + (highByteFirst ? bytes - 1 - byte : byte)] = Number((BigInt(pixel) >> BigInt(byte * 8)) & 0xffn);
  }
}

function spread(value: number, mask: number): number {
  const low = mask & -mask;
  const top = mask / low;
  return Math.round((value * top) / 255) * low;
}

describe("pixels", () => {
  it.each(layouts)(
    "of $bitsPerPixel bits, high byte first $highByteFirst, red $red, become their colours",
    (layout) => {
      const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 9 }),
          fc.integer({ min: 1, max: 4 }),
          fc.array(colour, { minLength: 36, maxLength: 36 }),
          (width, height, colours) => {
            const whole = { ...layout, width, height };
            const line = bytesPerLine(whole);
            const data = Buffer.alloc(line * height, 0xa5);
            const expected: number[] = [];
            for (let at = 0; at < width * height; at += 1) {
              const [red, green, blue] = colours[at] ?? [0, 0, 0];
              const pixel = spread(red, layout.red) + spread(green, layout.green) + spread(blue, layout.blue);
              write(data, Math.floor(at / width) * line + (at % width) * (layout.bitsPerPixel / 8), pixel, layout);
              expected.push(red, green, blue);
            }
            const rgba = toRgba(data, whole);
            expect(rgba).toHaveLength(width * height * 4);
            // Fewer bits than eight give a colour that is only near.
            const tolerance = layout.bitsPerPixel === 16 ? 5 : 0;
            rgba?.forEach((value, at) => {
              const wanted = at % 4 === 3 ? 255 : (expected[Math.floor(at / 4) * 3 + (at % 4)] ?? -1);
              expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance);
            });
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  it("are refused when there are too few, or in a layout that no TrueColor screen has", () => {
    const layout = { width: 2, height: 2, bitsPerPixel: 32, scanlinePad: 32, highByteFirst: false, ...eightBits };
    expect(toRgba(Buffer.alloc(15), layout)).toBeNull();
    expect(toRgba(Buffer.alloc(16), { ...layout, bitsPerPixel: 8 })).toBeNull();
    expect(toRgba(Buffer.alloc(16), { ...layout, red: 0 })).toBeNull();
    expect(toRgba(Buffer.alloc(16), { ...layout, red: 0xff00ff })).toBeNull();
  });
});
