/**
 * Requests of the X11 protocol as bytes. All but a few consist of 32-bit words, so a request is written as its words;
 * two 16-bit or four 8-bit numbers make one. The library speaks the lowest byte first, whatever the machine.
 * Source of all layouts: X11 protocol, appendix B, and the extensions' own protocol documents.
 */

/** @param detail the second byte: a number of the request's own, or the number of the request inside its extension. */
export function request(opcode: number, detail: number, words: readonly number[] = [], tail?: Buffer): Buffer {
  const fixed = 4 + words.length * 4;
  const bytes = Buffer.alloc(fixed + padded(tail?.length ?? 0));
  bytes.writeUInt8(opcode, 0);
  bytes.writeUInt8(detail, 1);
  bytes.writeUInt16LE(bytes.length / 4, 2);
  for (const [at, word] of words.entries()) bytes.writeUInt32LE(word >>> 0, 4 + at * 4);
  tail?.copy(bytes, fixed);
  return bytes;
}

/** Two 16-bit numbers, signed or not, in one word. */
export function pair(first: number, second: number): number {
  return ((first & 0xffff) | ((second & 0xffff) << 16)) >>> 0;
}

/** Four bytes in one word. */
export function quad(a: number, b: number, c: number, d: number): number {
  return pair((a & 0xff) | ((b & 0xff) << 8), (c & 0xff) | ((d & 0xff) << 8));
}

/** Text as a request carries it; the length goes into a word of its own. */
export function text(value: string): Buffer {
  return Buffer.from(value, "latin1");
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

/** The 32-bit numbers of `count` words from `offset`, as many as there are. */
export function readWords(data: Buffer, offset: number, count: number): number[] {
  const there = Math.max(0, Math.min(count, Math.floor((data.length - offset) / 4)));
  return Array.from({ length: there }, (_, at) => data.readUInt32LE(offset + at * 4));
}
