import { PNG } from "pngjs";
import type { Picture } from "./colours.js";

/** A picture from a back end, whose size was checked when it was taken; `undefined` when it cannot be read. */
export function decodePng(bytes: Uint8Array): Picture | undefined {
  try {
    const { width, height, data } = PNG.sync.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return { width, height, rgba: data };
  } catch {
    return undefined;
  }
}
