import { isUtf8 } from "node:buffer";

/** Deepest nesting of maps and arrays in a frame. A snapshot's own data nests 6 deep; driver results up to about 20. */
export const maxFrameDepth = 64;

/** Most values (keys included) in one frame, so that a frame of tiny values cannot ask for gigabytes of objects. */
export const maxFrameItems = 2_000_000;

export type Scan = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const bad = (reason: string): Scan => ({ ok: false, reason });

/**
 * Walks the bytes of a frame without building anything, and accepts only the MessagePack this wire uses: one map with
 * text keys, no extension types (msgpackr's own would compile peer-supplied definitions), whole values, valid UTF-8, 64-bit
 * integers that a JavaScript number holds exactly. What it accepts, msgpackr decodes without reading past the end.
 */
export function scanFrame(bytes: Uint8Array): Scan {
  if (bytes.length === 0) return bad("the frame is empty");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length;
  /** Values still to come in each open container; a map counts keys and values, so an even rest means "key next". */
  const rest: number[] = [];
  const inMap: boolean[] = [];
  let at = 0;
  let items = 0;

  for (;;) {
    const depth = rest.length;
    if (depth > 0) {
      const left = rest[depth - 1] ?? 0;
      if (left === 0) {
        rest.pop();
        inMap.pop();
        if (rest.length === 0) break;
        continue;
      }
      rest[depth - 1] = left - 1;
    }
    const keyNext = depth > 0 && inMap[depth - 1] === true && (rest[depth - 1] ?? 0) % 2 === 1;
    if (at >= end) return bad("the frame ends in the middle of a value");
    items += 1;
    if (items > maxFrameItems) return bad(`the frame holds more than ${maxFrameItems} values`);

    const head = headAt(bytes, view, at);
    if (typeof head === "string") return bad(head);
    if (depth === 0 && head.kind !== "map") return bad("the frame is not a map");
    if (keyNext && head.kind !== "text") return bad("a map key is not text");
    at += head.size;
    if (at > end) return bad("the frame ends in the middle of a value");
    switch (head.kind) {
      case "scalar":
        break;
      case "text":
      case "bin": {
        if (head.length > end - at) return bad("the frame ends in the middle of a text or of bytes");
        if (head.kind === "text" && !validText(bytes, at, at + head.length)) return bad("a text is not valid UTF-8");
        at += head.length;
        break;
      }
      case "array":
      case "map": {
        const values = head.kind === "map" ? head.length * 2 : head.length;
        if (values > end - at) return bad("a map or array announces more values than the frame has bytes");
        if (depth >= maxFrameDepth) return bad(`the frame nests deeper than ${maxFrameDepth}`);
        rest.push(values);
        inMap.push(head.kind === "map");
        break;
      }
    }
  }
  return at === end ? { ok: true } : bad("bytes follow the end of the frame");
}

interface Head {
  readonly kind: "scalar" | "text" | "bin" | "array" | "map";
  /** Bytes of the marker and of the length or number that follows it. */
  readonly size: number;
  /** Bytes of a text or of bytes; entries of an array or map. */
  readonly length: number;
}

const scalar1: Head = { kind: "scalar", size: 1, length: 0 };
const scalar2: Head = { kind: "scalar", size: 2, length: 0 };
const scalar3: Head = { kind: "scalar", size: 3, length: 0 };
const scalar5: Head = { kind: "scalar", size: 5, length: 0 };
const scalar9: Head = { kind: "scalar", size: 9, length: 0 };

/** Markers are those of the MessagePack specification (https://github.com/msgpack/msgpack/blob/master/spec.md). */
function headAt(bytes: Uint8Array, view: DataView, at: number): Head | string {
  const marker = bytes[at] ?? 0;
  if (marker < 0x80 || marker >= 0xe0) return scalar1;
  if (marker < 0x90) return { kind: "map", size: 1, length: marker & 0x0f };
  if (marker < 0xa0) return { kind: "array", size: 1, length: marker & 0x0f };
  if (marker < 0xc0) return { kind: "text", size: 1, length: marker & 0x1f };
  const room = bytes.length - at - 1;
  const short = "the frame ends in the middle of a value";
  switch (marker) {
    case 0xc0:
    case 0xc2:
    case 0xc3:
      return scalar1;
    case 0xcc:
    case 0xd0:
      return scalar2;
    case 0xcd:
    case 0xd1:
      return scalar3;
    case 0xca:
    case 0xce:
    case 0xd2:
      return scalar5;
    case 0xcb:
      return scalar9;
    case 0xcf:
    case 0xd3: {
      if (room < 8) return short;
      const value = marker === 0xcf ? view.getBigUint64(at + 1) : view.getBigInt64(at + 1);
      const exact = value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
      return exact ? scalar9 : "an integer is too large to be held exactly";
    }
    case 0xc4:
    case 0xd9:
      return room < 1 ? short : { kind: marker === 0xc4 ? "bin" : "text", size: 2, length: view.getUint8(at + 1) };
    case 0xc5:
    case 0xda:
      return room < 2 ? short : { kind: marker === 0xc5 ? "bin" : "text", size: 3, length: view.getUint16(at + 1) };
    case 0xc6:
    case 0xdb:
      return room < 4 ? short : { kind: marker === 0xc6 ? "bin" : "text", size: 5, length: view.getUint32(at + 1) };
    case 0xdc:
    case 0xde:
      return room < 2 ? short : { kind: marker === 0xdc ? "array" : "map", size: 3, length: view.getUint16(at + 1) };
    case 0xdd:
    case 0xdf:
      return room < 4 ? short : { kind: marker === 0xdd ? "array" : "map", size: 5, length: view.getUint32(at + 1) };
    default:
      return "the frame holds an extension type, which this wire does not use";
  }
}

function validText(bytes: Uint8Array, from: number, to: number): boolean {
  // Most texts are short ASCII; the loop is cheaper for them than a view and a native call.
  if (to - from <= 32) {
    let ascii = true;
    for (let index = from; index < to; index += 1) {
      if ((bytes[index] ?? 0) >= 0x80) {
        ascii = false;
        break;
      }
    }
    if (ascii) return true;
  }
  return isUtf8(bytes.subarray(from, to));
}
