import type { Pixels } from "@beans-picker/x11";

const CHANNELS = 4;

/** The picture at half its size, each pixel the mean of four; an odd last line or column is left out. */
export function half({ width, height, rgba }: Pixels): Pixels {
  const columns = Math.floor(width / 2);
  const rows = Math.floor(height / 2);
  const result = Buffer.alloc(columns * rows * CHANNELS);
  const line = width * CHANNELS;
  for (let row = 0; row < rows; row += 1) {
    for (let at = 0; at < columns * CHANNELS; at += 1) {
      const channel = at % CHANNELS;
      const from = row * 2 * line + (at - channel) * 2 + channel;
      const sum =
        (rgba[from] ?? 0) +
        (rgba[from + CHANNELS] ?? 0) +
        (rgba[from + line] ?? 0) +
        (rgba[from + line + CHANNELS] ?? 0);
      result[row * columns * CHANNELS + at] = (sum + 2) >> 2;
    }
  }
  return { width: columns, height: rows, rgba: result };
}
