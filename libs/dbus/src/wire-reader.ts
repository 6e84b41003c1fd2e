import type { Buffer } from "node:buffer";

/** Bytes that are not what their signature says. */
export class WireError extends Error {
  override readonly name = "WireError";
}

/** Deepest nesting of containers that is followed. Source: D-Bus specification, "Marshaling", 32 arrays and 32 structs. */
const deepest = 64;

/** Reads D-Bus values in order from bytes whose first one is aligned to 8. Throws {@link WireError} past their end. */
export class WireReader {
  #at = 0;

  constructor(
    readonly bytes: Buffer,
    readonly littleEndian: boolean,
  ) {}

  get at(): number {
    return this.#at;
  }

  align(size: 1 | 2 | 4 | 8): void {
    this.#at = (this.#at + size - 1) & ~(size - 1);
  }

  skip(size: number): void {
    this.#take(size);
  }

  byte(): number {
    return this.bytes.readUInt8(this.#take(1));
  }

  uint32(): number {
    this.align(4);
    const at = this.#take(4);
    return this.littleEndian ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at);
  }

  int32(): number {
    return this.uint32() | 0;
  }

  bool(): boolean {
    return this.uint32() !== 0;
  }

  double(): number {
    this.align(8);
    const at = this.#take(8);
    return this.littleEndian ? this.bytes.readDoubleLE(at) : this.bytes.readDoubleBE(at);
  }

  /** A string or an object path. */
  string(): string {
    const length = this.uint32();
    const at = this.#take(length + 1);
    return length === 0 ? "" : this.bytes.toString("utf8", at, at + length);
  }

  signature(): string {
    const length = this.byte();
    const at = this.#take(length + 1);
    return this.bytes.toString("latin1", at, at + length);
  }

  /** Calls `item` for every element; `elementAlign` is the alignment of the element's type. */
  array(elementAlign: 1 | 2 | 4 | 8, item: () => void): void {
    const length = this.uint32();
    this.align(elementAlign);
    const end = this.#at + length;
    if (end > this.bytes.length) throw new WireError("An array runs past the end of its message.");
    while (this.#at < end) {
      const before = this.#at;
      item();
      if (this.#at === before) throw new WireError("An array element has no size.");
    }
  }

  /** Passes over one value of every type in the signature. */
  skipValues(signature: string): void {
    for (let at = 0; at < signature.length;) at = this.#skipOne(signature, at, 0);
  }

  #skipOne(signature: string, at: number, depth: number): number {
    if (depth > deepest) throw new WireError("A value is nested too deeply.");
    const type = signature[at];
    switch (type) {
      case "y":
        this.skip(1);
        return at + 1;
      case "n":
      case "q":
        this.align(2);
        this.skip(2);
        return at + 1;
      case "b":
      case "i":
      case "u":
      case "h":
        this.align(4);
        this.skip(4);
        return at + 1;
      case "x":
      case "t":
      case "d":
        this.align(8);
        this.skip(8);
        return at + 1;
      case "s":
      case "o":
        this.skip(this.uint32() + 1);
        return at + 1;
      case "g":
        this.skip(this.byte() + 1);
        return at + 1;
      case "v": {
        const inner = this.signature();
        if (this.#skipOne(inner, 0, depth + 1) !== inner.length) throw new WireError("A variant holds several types.");
        return at + 1;
      }
      case "a": {
        const length = this.uint32();
        this.align(alignmentOf(signature[at + 1]));
        this.skip(length);
        return endOfType(signature, at + 1);
      }
      case "(":
      case "{": {
        this.align(8);
        const close = type === "(" ? ")" : "}";
        let next = at + 1;
        while (signature[next] !== close) next = this.#skipOne(signature, next, depth + 1);
        return next + 1;
      }
      default:
        throw new WireError("A signature has an unknown type.");
    }
  }

  #take(size: number): number {
    const at = this.#at;
    if (size < 0 || at + size > this.bytes.length) throw new WireError("A value runs past the end of its message.");
    this.#at = at + size;
    return at;
  }
}

function alignmentOf(type: string | undefined): 1 | 2 | 4 | 8 {
  if (type === undefined) throw new WireError("A signature ends too early.");
  if ("ygv".includes(type)) return 1;
  if ("nq".includes(type)) return 2;
  return "xtd({".includes(type) ? 8 : 4;
}

/** Where the complete type that begins at `at` ends. */
function endOfType(signature: string, at: number): number {
  let depth = 0;
  for (let next = at; next < signature.length; next += 1) {
    const type = signature[next];
    if (type === "a") continue;
    if (type === "(" || type === "{") depth += 1;
    if (type === ")" || type === "}") depth -= 1;
    if (depth === 0) return next + 1;
  }
  throw new WireError("A signature ends too early.");
}
