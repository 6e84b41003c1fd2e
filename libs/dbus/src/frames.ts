import { Buffer } from "node:buffer";

import { WireError } from "./wire-reader.js";

/** A message of a stream. `body` is `undefined` when it was larger than accepted and passed over. */
export interface FrameParts {
  readonly header: Buffer;
  readonly body: Buffer | undefined;
}

const fixedSize = 16;
/** Headers hold a path and some names. */
const maxHeader = 1024 * 1024;

/** Cuts a stream of bytes into messages. A body above `maxBody` bytes is never held in memory. */
export class FrameSplitter {
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of a body that is passed over. */
  #toSkip = 0;

  constructor(readonly maxBody: number) {}

  push(chunk: Buffer): FrameParts[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const frames: FrameParts[] = [];
    for (;;) {
      if (!this.#skipBody()) return frames;
      const fixed = this.#peek(fixedSize);
      if (fixed === undefined) return frames;
      const { headerSize, bodySize } = sizes(fixed);
      const tooLarge = bodySize > this.maxBody;
      const whole = this.#take(tooLarge ? headerSize : headerSize + bodySize);
      if (whole === undefined) return frames;
      if (tooLarge) this.#toSkip = bodySize;
      frames.push({ header: whole.subarray(0, headerSize), body: tooLarge ? undefined : whole.subarray(headerSize) });
    }
  }

  #skipBody(): boolean {
    while (this.#toSkip > 0) {
      const [first] = this.#chunks;
      if (first === undefined) return false;
      const cut = Math.min(first.length, this.#toSkip);
      this.#toSkip -= cut;
      this.#drop(cut);
    }
    return true;
  }

  #peek(size: number): Buffer | undefined {
    if (this.#size < size) return undefined;
    const [first] = this.#chunks;
    if (first === undefined || first.length >= size) return first;
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }

  #take(size: number): Buffer | undefined {
    const bytes = this.#peek(size)?.subarray(0, size);
    if (bytes !== undefined) this.#drop(size);
    return bytes;
  }

  #drop(size: number): void {
    const [first] = this.#chunks;
    if (first === undefined) return;
    this.#size -= size;
    if (first.length === size) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(size);
  }
}

function sizes(fixed: Buffer): { headerSize: number; bodySize: number } {
  const endian = String.fromCharCode(fixed[0] ?? 0);
  if ((endian !== "l" && endian !== "B") || fixed[3] !== 1) throw new WireError("The stream is not D-Bus.");
  const bodySize = endian === "l" ? fixed.readUInt32LE(4) : fixed.readUInt32BE(4);
  const fields = endian === "l" ? fixed.readUInt32LE(12) : fixed.readUInt32BE(12);
  if (fields > maxHeader) throw new WireError("A message's header is too large.");
  return { headerSize: (fixedSize + fields + 7) & ~7, bodySize };
}
