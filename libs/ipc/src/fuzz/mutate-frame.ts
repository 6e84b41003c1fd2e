import { decode, defaultMaxFrameBytes, encode } from "@beans-picker/protocol";
import { mutateValue } from "./mutate-value.js";
import { below, pick, type Random } from "./random.js";

/** Markers that change how everything behind them is read: lengths of 8 to 32 bits, extensions, 64-bit integers, `never used`. */
const markers = [
  0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcf, 0xd3, 0xd4,
  0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xff,
] as const;

/** A record definition of msgpackr, which a careless decoder would compile into a function. */
const recordDefinition = Uint8Array.from([
  0xd4, 0x72, 0x40, 0x93, 0xa1, 0x61, 0xa1, 0x62, 0xa1, 0x63, 0x01, 0x02, 0x03,
]);

/**
 * One hostile frame made from good ones: either a well-formed frame with something wrong in it, or damaged bytes.
 * The same random stream gives the same frames.
 */
export function mutateFrame(good: readonly Uint8Array[], random: Random): Uint8Array {
  const frame = pick(random, good);
  if (random() < 0.5) {
    const decoded = decode(frame, defaultMaxFrameBytes);
    const encoded = decoded.ok ? encode(mutateValue(decoded.value, random), defaultMaxFrameBytes) : undefined;
    if (encoded !== undefined && encoded.ok) return Uint8Array.from(encoded.bytes);
  }
  let bytes = Uint8Array.from(frame);
  for (let times = 1 + below(random, 3); times > 0; times -= 1) bytes = damage(bytes, good, random);
  return bytes;
}

function damage(bytes: Uint8Array<ArrayBuffer>, good: readonly Uint8Array[], random: Random): Uint8Array<ArrayBuffer> {
  const at = below(random, bytes.length + 1);
  switch (below(random, 7)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      return bytes.map((byte, index) => (index === at ? byte ^ (1 << below(random, 8)) : byte));
    case 2:
      return bytes.map((byte, index) => (index === at ? pick(random, markers) : byte));
    case 3:
      return joined(
        bytes.subarray(0, at),
        Uint8Array.from([pick(random, markers), below(random, 256)]),
        bytes.subarray(at),
      );
    case 4:
      return joined(bytes.subarray(0, at), recordDefinition, bytes.subarray(at));
    case 5: {
      const other = pick(random, good);
      return joined(bytes.subarray(0, at), other.subarray(below(random, other.length)));
    }
    default: {
      const from = below(random, bytes.length + 1);
      return joined(bytes, bytes.subarray(Math.min(at, from), Math.max(at, from)));
    }
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
