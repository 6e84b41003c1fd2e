import { PNG } from "pngjs";

/** A picture as red, green, blue and alpha bytes. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

/**
 * Paeth for every line. Of a 1280 x 800 desktop it makes 50 kB in 70 to 100 ms; no filter makes 240 kB no sooner, and
 * choosing a filter for each line takes twice as long for 3 % less.
 */
const filterType = 4;
const rgbColour = 2;

/** The picture as PNG, without alpha. */
export function encodePng({ width, height, rgba }: Pixels): Promise<Buffer> {
  const png = new PNG({ width, height, filterType, colorType: rgbColour, inputHasAlpha: true });
  png.data = rgba;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    png.on("data", (chunk: Buffer) => chunks.push(chunk));
    png.on("end", () => resolve(Buffer.concat(chunks)));
    png.on("error", reject);
    png.pack();
  });
}
