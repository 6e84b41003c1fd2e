import { Buffer } from "node:buffer";

import { WireError } from "./wire-reader.js";

/** A value to send, with its D-Bus type. */
export type Argument =
  | readonly ["s" | "o" | "g", string]
  | readonly ["i" | "u" | "d", number]
  | readonly ["b", boolean]
  | readonly ["v", Argument];

export function signatureOf(values: readonly Argument[]): string {
  return values.map(([type]) => type).join("");
}

/** Writes D-Bus values in order, little endian, from a position that is aligned to 8. */
export class WireWriter {
  #bytes = Buffer.allocUnsafe(256);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  align(size: number): void {
    const next = Math.ceil(this.#at / size) * size;
    this.#grow(next - this.#at);
    this.#bytes.fill(0, this.#at, next);
    this.#at = next;
  }

  byte(value: number): void {
    this.#grow(1);
    this.#at = this.#bytes.writeUInt8(value, this.#at);
  }

  uint32(value: number): void {
    this.align(4);
    this.#grow(4);
    this.#at = this.#bytes.writeUInt32LE(value >>> 0, this.#at);
  }

  uint32At(value: number, at: number): void {
    this.#bytes.writeUInt32LE(value, at);
  }

  string(value: string): void {
    // The bus ends the connection of whoever sends it.
    if (value.includes("\0")) throw new WireError("A text with a zero character cannot be sent.");
    const size = Buffer.byteLength(value);
    this.uint32(size);
    this.#grow(size + 1);
    this.#bytes.write(value, this.#at, "utf8");
    this.#at = this.#bytes.writeUInt8(0, this.#at + size);
  }

  signature(value: string): void {
    this.byte(value.length);
    this.#grow(value.length + 1);
    this.#bytes.write(value, this.#at, "latin1");
    this.#at = this.#bytes.writeUInt8(0, this.#at + value.length);
  }

  raw(bytes: Buffer): void {
    this.#grow(bytes.length);
    this.#at += bytes.copy(this.#bytes, this.#at);
  }

  value([type, value]: Argument): void {
    switch (type) {
      case "s":
      case "o": {
        this.string(value);
        return;
      }
      case "g": {
        this.signature(value);
        return;
      }
      case "i":
      case "u": {
        this.uint32(value);
        return;
      }
      case "b": {
        this.uint32(value ? 1 : 0);
        return;
      }
      case "d":
        this.align(8);
        this.#grow(8);
        this.#at = this.#bytes.writeDoubleLE(value, this.#at);
        return;
      case "v":
        this.signature(value[0]);
        {
          this.value(value);
          return;
        }
    }
  }

  #grow(size: number): void {
    if (this.#at + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + size));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
