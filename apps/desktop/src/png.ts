import { crc32, createInflate } from "node:zlib";
import { CodedError } from "@beans-picker/shared";

/** Bounds of a picture that is accepted. Source: beans-picker 0.5 seed. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_PIXELS = 64 * 1024 * 1024;
const MAX_DECODED_BYTES = 256 * 1024 * 1024;

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples per pixel of the colour types that screenshots have; palettes (3) are not among them. */
const samples: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [4, 2],
  [6, 4],
]);

export interface PngSize {
  readonly width: number;
  readonly height: number;
}

/** A picture whose outside is sound: its size, its compressed pixels, and how long they must be when decompressed. */
interface Outside extends PngSize {
  readonly compressed: Buffer;
  readonly lineBytes: number;
}

export type PngCheck = ({ readonly ok: true } & Outside) | { readonly ok: false; readonly reason: string };

/** Checks a PNG without decompressing anything: size, signature, header, each chunk's checksum, end. Pure. */
export function checkPng(bytes: Uint8Array): PngCheck {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length > MAX_FILE_BYTES) return bad("it is larger than 64 MiB");
  if (data.length < 33 || !data.subarray(0, 8).equals(signature)) return bad("it is not a PNG");
  const chunks = readChunks(data);
  const [header] = chunks ?? [];
  if (chunks === null || header?.type !== "IHDR" || header.data.length !== 13) return bad("its chunks are damaged");
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const perPixel = samples.get(header.data.readUInt8(9));
  if (width === 0 || height === 0) return bad("it has no pixels");
  if (header.data.readUInt8(8) !== 8 || perPixel === undefined) return bad("its colours are not those of a screenshot");
  if (header.data.subarray(10).some((method) => method !== 0)) return bad("it is interlaced or compressed otherwise");
  if (width * height > MAX_PIXELS) return bad("it has more than 64 Mi pixels");
  const lineBytes = width * perPixel + 1;
  if (lineBytes * height > MAX_DECODED_BYTES) return bad("it is larger than 256 MiB when decompressed");
  const pixels = chunks.filter(({ type }) => type === "IDAT").map((chunk) => chunk.data);
  return { ok: true, width, height, lineBytes, compressed: Buffer.concat(pixels) };
}

/**
 * Checks that the pixels decompress to exactly what the header promises, off this thread. Rejects with
 * `unsafe_driver_output`. The pixels themselves are not decoded: nothing here looks at them.
 */
export async function verifyPng(bytes: Uint8Array): Promise<PngSize> {
  const check = checkPng(bytes);
  if (!check.ok) throw unsafe(check.reason);
  const { width, height, lineBytes, compressed } = check;
  const pixels = await decompress(compressed, lineBytes * height);
  for (let line = 0; line < height; line += 1) {
    // Each line begins with the number of its filter.
    if ((pixels[line * lineBytes] ?? 255) > 4) throw unsafe("it has an unknown filter");
  }
  return { width, height };
}

/** All chunks; `null` when one is cut or damaged, or when anything comes after an empty IEND. */
function readChunks(data: Buffer): { type: string; data: Buffer }[] | null {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = signature.length; at + 12 <= data.length;) {
    const end = at + 8 + data.readUInt32BE(at);
    if (end + 4 > data.length || crc32(data.subarray(at + 4, end)) !== data.readUInt32BE(end)) return null;
    const type = data.toString("latin1", at + 4, at + 8);
    chunks.push({ type, data: data.subarray(at + 8, end) });
    if (type === "IEND") return end === at + 8 && end + 4 === data.length ? chunks : null;
    at = end + 4;
  }
  return null;
}

async function decompress(compressed: Buffer, expected: number): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const engine = createInflate();
    const parts: Buffer[] = [];
    let length = 0;
    const refuse = (): void => {
      engine.destroy();
      reject(unsafe("its pixels are not what its header says"));
    };
    engine.on("error", refuse);
    engine.on("data", (part: Buffer) => {
      length += part.length;
      // A small file can decompress to any size, so it is stopped as soon as it is too much.
      if (length > expected) refuse();
      else parts.push(part);
    });
    engine.on("end", () => {
      if (length !== expected || engine.bytesWritten !== compressed.length) refuse();
      else resolve(Buffer.concat(parts));
    });
    engine.end(compressed);
  });
}

function unsafe(reason: string): CodedError {
  return new CodedError("unsafe_driver_output", `The driver's picture was discarded: ${reason}.`);
}

function bad(reason: string): PngCheck {
  return { ok: false, reason };
}
