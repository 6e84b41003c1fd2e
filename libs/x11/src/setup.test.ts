import { connect } from "node:net";
import { once } from "node:events";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bytes, libraryReader, readAnswer, readSetup, type Setup } from "./setup.js";
import { startServer, stopServers } from "./testing/server.js";

afterAll(stopServers);

/** Nobody reads the last bytes of a visual. */
const lastPadding = 4;

/** A real server's whole answer to a connection. */
async function realAnswer(): Promise<Buffer> {
  const { number } = await startServer();
  const socket = connect(`/tmp/.X11-unix/X${String(number)}`);
  try {
    await once(socket, "connect");
    socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    let whole = Buffer.alloc(0);
    const isWhole = (): boolean => whole.length >= 8 && whole.length >= 8 + whole.readUInt16LE(6) * 4;
    for await (const chunk of socket) {
      if (Buffer.isBuffer(chunk)) whole = Buffer.concat([whole, chunk]);
      if (isWhole()) break;
    }
    return whole;
  } finally {
    socket.destroy();
  }
}

function bytesOf(data: Buffer): Bytes {
  let at = 0;
  return {
    get: (count, take) => {
      const bytes = data.subarray(at, (at += count));
      if (bytes.length === count) take(bytes);
    },
  };
}

function read(reader: typeof readAnswer, data: Buffer): { error: Error | null; setup?: Setup } | undefined {
  let found: { error: Error | null; setup?: Setup } | undefined;
  reader(bytesOf(data), (error, setup) => (found = { error, ...(setup === undefined ? {} : { setup }) }));
  return found;
}

describe("what an X server says of itself", () => {
  let answer: Buffer;
  beforeAll(async () => {
    answer = await realAnswer();
  });

  it("is read as the library reads it", () => {
    const ours = read(readAnswer, answer);
    expect(ours?.setup?.screen.length).toBeGreaterThan(0);
    expect(read(libraryReader, answer)).toMatchObject({ error: null, setup: ours?.setup });
  });

  it("is refused, and does no harm, when it is cut off or changed anywhere", () => {
    const data = answer.subarray(8);
    fc.assert(
      fc.property(fc.nat(data.length - lastPadding - 1), (length) => {
        expect(() => readSetup(data.subarray(0, length))).toThrow(RangeError);
      }),
    );
    fc.assert(
      fc.property(fc.nat(63), fc.nat(255), (at, value) => {
        const changed = Buffer.from(data);
        changed.writeUInt8(value, at);
        const head = Buffer.from([1, 0, 11, 0, 0, 0, 0, 0]);
        head.writeUInt16LE(data.length / 4, 6);
        expect(read(readAnswer, Buffer.concat([head, changed]))).toBeDefined();
      }),
    );
  });

  it("is the reason when the server refuses", () => {
    const refusal = Buffer.from([0, 5, 11, 0, 0, 0, 2, 0, ...Buffer.from("NoWay\0\0\0")]);
    expect(read(readAnswer, refusal)?.error?.message).toBe("X server connection failed: NoWay");
    expect(read(readAnswer, Buffer.from([2, 0, 11, 0, 0, 0, 0, 0]))?.error?.message).toContain("connection failed");
  });
});
