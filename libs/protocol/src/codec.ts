import { Packr } from "msgpackr";
import { plainValue } from "./plain.js";
import { scanFrame } from "./scan.js";

/**
 * The one way values become bytes on this wire, so that every implementation writes the same bytes:
 * - maps in the order of the schema's properties, absent properties left out, the shortest map, array, text and byte headers;
 * - an integral number from -2^31 to 2^32-1 as the shortest MessagePack integer, whatever its declared type;
 * - every other number (fractions, larger integers such as Unix milliseconds) as a 64-bit float;
 * - bytes as `bin`, text as UTF-8, no extension types, no 32-bit floats, no 64-bit integers.
 *
 * A reader accepts any integer or float width, as long as a JavaScript number holds the value exactly.
 */
const packr = new Packr({
  useRecords: false,
  mapsAsObjects: true,
  variableMapSize: true,
  int64AsType: "number",
  moreTypes: false,
  useToJSON: false,
});

export type Encoded =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly code: "frame_too_large" | "frame_malformed"; readonly reason: string };

export type Decoded = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** Encodes one frame; refuses values the wire has no form for and frames over `maxBytes`. Never throws. */
export function encode(frame: unknown, maxBytes: number): Encoded {
  const plain = plainValue(frame);
  if (!plain.ok) return { ok: false, code: "frame_malformed", reason: plain.reason };
  try {
    const bytes = packr.pack(plain.value);
    if (bytes.length <= maxBytes) return { ok: true, bytes };
    return {
      ok: false,
      code: "frame_too_large",
      reason: `the message has ${bytes.length} bytes and the limit is ${maxBytes}`,
    };
  } catch {
    return { ok: false, code: "frame_malformed", reason: "the value cannot be written as MessagePack" };
  }
}

/** Decodes one frame of hostile origin. Never throws; the value's shape is still to be checked with a schema. */
export function decode(bytes: Uint8Array, maxBytes: number): Decoded {
  if (bytes.length > maxBytes) {
    return { ok: false, reason: `the message has ${bytes.length} bytes and the limit is ${maxBytes}` };
  }
  const scan = scanFrame(bytes);
  if (!scan.ok) return scan;
  try {
    // A plain view, so that byte fields come out as Uint8Array and not as Node's Buffer, whose slice() aliases.
    const value: unknown = packr.unpack(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return { ok: true, value };
  } catch {
    return { ok: false, reason: "the frame is not MessagePack" };
  }
}
