import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode, encode } from "./codec.js";
import { maxFrameDepth } from "./scan.js";
import { refusedFrames } from "./golden/refused.js";

const roomy = 1_000_000;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

function bytesOf(value: unknown): Uint8Array {
  const encoded = encode(value, roomy);
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded.bytes;
}

const wireText = fc.string({ unit: "grapheme" });
const wireNumber = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const key = wireText.filter((text) => text !== "__proto__");
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), wireNumber, wireText, fc.uint8Array()),
    fc.array(tie("tree"), { maxLength: 5 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
const frame = fc.dictionary(key, tree, { maxKeys: 6, noNullPrototype: true });

/** Minus zero is written as zero, the one value that does not come back as it was. */
const withoutMinusZero = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? value
    : Array.isArray(value)
      ? value.map(withoutMinusZero)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withoutMinusZero(entry)]))
        : value === 0
          ? 0
          : value;

describe("encode", () => {
  it("writes the bytes that the MessagePack specification gives", () => {
    expect(hex(bytesOf({ v: 1, id: 7, ok: true, result: {} }))).toBe("84a17601a2696407a26f6bc3a6726573756c7480");
    expect(hex(bytesOf({ a: [127, 128, 65_535, 65_536, 4_294_967_295, -1, -32, -33, -129] }))).toBe(
      "81a16199" + "7f" + "cc80" + "cdffff" + "ce00010000" + "ceffffffff" + "ff" + "e0" + "d0df" + "d1ff7f",
    );
    expect(hex(bytesOf({ f: 1.5, big: 4_294_967_296, b: Uint8Array.of(1) }))).toBe(
      "83a166cb3ff8000000000000a3626967cb41f0000000000000a162c40101",
    );
  });

  it("leaves undefined properties out instead of writing nil [wire.absent]", () => {
    expect(hex(bytesOf({ a: undefined, b: null, c: { d: undefined } }))).toBe(hex(bytesOf({ b: null, c: {} })));
  });

  it("keeps the order of the properties", () => {
    expect(hex(bytesOf({ b: 1, a: 2 }))).toBe("82a16201a16102");
  });

  it("refuses what the wire has no form for, by the name of its place", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    const hostile: unknown = JSON.parse('{"__proto__": 1}');
    for (const value of [
      new Date(),
      new Map(),
      () => 1,
      1n,
      Number.NaN,
      Infinity,
      Symbol("x"),
      [undefined],
      cyclic,
      hostile,
    ]) {
      expect(encode({ params: { place: value } }, roomy)).toMatchObject({ ok: false, code: "frame_malformed" });
    }
    const reason = "/params/place is a bigint, which the wire cannot carry";
    expect(encode({ params: { place: 1n } }, roomy)).toMatchObject({ reason });
  });

  it("refuses a frame over the limit and takes one at the limit [wire.size]", () => {
    const value = { data: "x".repeat(1_000) };
    const size = bytesOf(value).length;
    expect(encode(value, size).ok).toBe(true);
    expect(encode(value, size - 1)).toMatchObject({ ok: false, code: "frame_too_large" });
  });
});

describe("decode", () => {
  it("gives back every value that the wire can carry, and encodes it to the same bytes [wire.canonical]", () => {
    fc.assert(
      fc.property(frame, (value) => {
        const bytes = Uint8Array.from(bytesOf(value));
        const decoded = decode(bytes, roomy);
        expect(decoded).toEqual({ ok: true, value: withoutMinusZero(value) });
        if (decoded.ok) expect(hex(bytesOf(decoded.value))).toBe(hex(bytes));
      }),
    );
  });

  it.each(refusedFrames)("refuses $why [wire.strict]", ({ hex: text }) => {
    expect(decode(Buffer.from(text, "hex"), roomy)).toMatchObject({ ok: false });
  });

  it("never throws on arbitrary bytes [wire.strict]", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        decode(bytes, roomy);
        decode(Uint8Array.of(0x81, 0xa1, 0x61, ...bytes), roomy);
      }),
      { numRuns: 2_000 },
    );
  });

  it("refuses every proper prefix of a frame", () => {
    fc.assert(
      fc.property(frame, fc.nat(), (value, cut) => {
        const bytes = bytesOf(value);
        expect(decode(bytes.subarray(0, cut % bytes.length), roomy).ok).toBe(false);
      }),
    );
  });

  it("refuses a frame over the limit without looking at it", () => {
    expect(decode(new Uint8Array(11), 10)).toMatchObject({ ok: false });
  });

  it("reads integers of any width that a number holds exactly", () => {
    const wide = Buffer.from("82a161cf001fffffffffffffa162d3ffe0000000000001", "hex");
    expect(decode(wide, roomy)).toEqual({
      ok: true,
      value: { a: Number.MAX_SAFE_INTEGER, b: Number.MIN_SAFE_INTEGER },
    });
  });

  it("does not let a frame replace a prototype", () => {
    const decoded = decode(Buffer.from("81a95f5f70726f746f5f5f81a16101", "hex"), roomy);
    expect(decoded.ok).toBe(true);
    if (decoded.ok) expect(Reflect.get(Object(decoded.value), "a")).toBeUndefined();
  });

  it("gives bytes as plain byte arrays, whose slice copies", () => {
    const decoded = decode(Buffer.from("81a162c4020102", "hex"), roomy);
    expect(decoded).toEqual({ ok: true, value: { b: Uint8Array.of(1, 2) } });
    const bytes: unknown = decoded.ok ? Reflect.get(Object(decoded.value), "b") : undefined;
    expect(Buffer.isBuffer(bytes)).toBe(false);
  });

  it("accepts nesting up to the limit and no deeper", () => {
    const nested = (levels: number): string => `81a161${"91".repeat(levels - 1)}c0`;
    expect(decode(Buffer.from(nested(maxFrameDepth), "hex"), roomy).ok).toBe(true);
    expect(decode(Buffer.from(nested(maxFrameDepth + 1), "hex"), roomy).ok).toBe(false);
  });
});
