import { Buffer } from "node:buffer";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { socketPaths } from "./address.js";
import { FrameSplitter } from "./frames.js";
import { decodeMessage, encodeCall } from "./message.js";
import { bool, double, int32, listOf, propertyMap, stringMap, text } from "./shapes.js";
import { stateSet } from "./values.js";
import { WireError, WireReader } from "./wire-reader.js";
import type { Argument } from "./wire-writer.js";

const method = { destination: ":1.7", path: "/org/a11y/atspi/accessible/12", interface: "a.b", member: "Do" };

/** Text as D-Bus carries it. */
const wireText = fc.string({ unit: "grapheme", maxLength: 50 }).filter((value) => !value.includes("\0"));

function frames(bytes: Buffer, cuts: readonly number[] = []): ReturnType<FrameSplitter["push"]> {
  const splitter = new FrameSplitter(1_000_000);
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((one, other) => one - other), bytes.length];
  return at.slice(1).flatMap((end, index) => splitter.push(bytes.subarray(at[index], end)));
}

describe("the wire format", () => {
  it("gives back what was sent, however the stream is cut", () => {
    fc.assert(
      fc.property(
        wireText,
        fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
        fc.double({ noNaN: true }),
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 5 }),
        (word, whole, real, truth, cuts) => {
          const args: Argument[] = [
            ["s", word],
            ["i", whole],
            ["v", ["d", real]],
            ["b", truth],
          ];
          const bytes = Buffer.concat([encodeCall(method, args, 9), encodeCall(method, [], 10)]);
          const [first, second, ...more] = frames(bytes, cuts).map(({ header, body }) => decodeMessage(header, body));
          expect(more).toEqual([]);
          expect(second).toMatchObject({ kind: "call", serial: 10, path: method.path, signature: "" });
          expect(first).toMatchObject({ kind: "call", serial: 9, interface: "a.b", member: "Do", signature: "sivb" });
          const body = first?.body;
          if (body === undefined) throw new Error("no body");
          expect([text.read(body), int32.read(body), body.signature(), double.read(body), bool.read(body)]).toEqual([
            word,
            whole,
            "d",
            real,
            truth,
          ]);
        },
      ),
    );
  });

  it("gives each of many calls its own object, number and arguments", () => {
    const called = fc.record({
      object: fc.stringMatching(/^[a-z0-9_]{1,20}$/),
      serial: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
      word: fc.constantFrom("", "a", "a ", "s1 a", "Name"),
      count: fc.nat(3),
    });
    fc.assert(
      fc.property(
        fc.array(called, { minLength: 2, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        (calls, cuts) => {
          const bytes = calls.map(({ object, serial, word, count }) => {
            const args: Argument[] = [
              ["s", word],
              ["u", count],
            ];
            return encodeCall({ ...method, path: `/o/${object}` }, args, serial);
          });
          const read = frames(Buffer.concat(bytes), cuts).map(({ header, body }) => decodeMessage(header, body));
          expect(
            read.map(({ path, serial, body }) => ({
              object: path.slice(3),
              serial,
              word: body && text.read(body),
              count: body?.uint32(),
            })),
          ).toEqual(calls);
        },
      ),
    );
  });

  it("refuses hostile bytes with one kind of error and never runs past them", () => {
    const shapes = [listOf(text), stringMap, propertyMap];
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.boolean(),
        fc.constantFrom("a{sv}", "v", "a(so)", "((", "av"),
        (raw, little, signature) => {
          const bytes = Buffer.from(raw);
          const jobs = [
            ...shapes.map((shape) => () => void shape.read(new WireReader(bytes, little))),
            () => new WireReader(bytes, little).skipValues(signature),
            () => void decodeMessage(bytes, undefined),
            () => void new FrameSplitter(100).push(bytes),
          ];
          for (const job of jobs) {
            try {
              job();
            } catch (error) {
              expect(error).toBeInstanceOf(WireError);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("passes over a body that is too large and reads on behind it", () => {
    const large = encodeCall(method, [["s", "x".repeat(5_000)]], 1);
    const splitter = new FrameSplitter(1_000);
    const found = [large, encodeCall(method, [["s", "y"]], 2)].flatMap((bytes) =>
      [bytes.subarray(0, 100), bytes.subarray(100)].flatMap((part) => splitter.push(part)),
    );
    expect(found.map(({ header, body }) => [decodeMessage(header, body).serial, body?.length])).toEqual([
      [1, undefined],
      [2, 6],
    ]);
  });

  it.each([
    ["no bus name", { ...method, destination: "nobody" }, []],
    ["no object path", { ...method, path: "a/b" }, []],
    ["a zero character in a text", method, [["s", "a\0b"]]],
  ] satisfies [string, typeof method, Argument[]][])(
    "does not encode %s, which would end the connection",
    (_, to, args) => {
      expect(() => encodeCall(to, args, 1)).toThrow(WireError);
    },
  );

  it("names the bits of both state words", () => {
    expect([...stateSet([1 << 4, 1 | (1 << 9)])]).toEqual(["checked", "indeterminate", "checkable"]);
    expect(stateSet([1 << 4, 0])).toBe(stateSet([1 << 4, 0]));
  });
});

describe("the address of a bus", () => {
  it.each([
    ["unix:path=/run/user/0/bus", ["/run/user/0/bus"]],
    ["unix:abstract=/tmp/dbus-x,guid=12", ["\0/tmp/dbus-x"]],
    ["unix:path=/a%20b%c3%a9;unix:path=/c", ["/a bé", "/c"]],
    ["tcp:host=example.com,port=1;unixexec:path=/bin/sh;unix:tmpdir=/tmp;nonsense", []],
  ])("of %s leads to Unix sockets only", (address, paths) => {
    expect(socketPaths(address)).toEqual(paths);
  });
});
