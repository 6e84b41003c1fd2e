import { encode } from "@beans-picker/protocol";
import { describe, expect, it } from "vitest";
import { connect } from "./client.js";
import { addressesIn, RawPeer, silent, startService, tempDir, testContract, until } from "./testing/harness.js";

const request = { v: 1, id: 5, method: "look", params: {}, deadlineMs: 1_000 };

function frameBytes(frame: unknown): Uint8Array {
  const encoded = encode(frame, 1_000_000);
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded.bytes;
}

/** Frames without an id that could be answered. */
const unanswerable: readonly (readonly [string, readonly Uint8Array[]])[] = [
  ["no bytes", [new Uint8Array()]],
  ["text", [Buffer.from("hello there")]],
  ["a list", [Uint8Array.of(0x91, 0x01)]],
  ["two parts", [frameBytes(request), frameBytes(request)]],
  ["a delimiter of a REQ socket first", [new Uint8Array(), frameBytes(request)]],
  ["half a frame", [frameBytes(request).subarray(0, 12)]],
  ["a record definition", [Buffer.from("81a176d4724093a161a162a163010203", "hex")]],
  ["no id", [frameBytes({ ...request, id: undefined })]],
  ["a negative id", [frameBytes({ ...request, id: -1 })]],
  ["an id that is text", [frameBytes({ ...request, id: "5" })]],
  ["a fractional id", [frameBytes({ ...request, id: 1.5 })]],
];

/** Frames whose id can be saved. */
const answerable: readonly (readonly [string, unknown, string])[] = [
  ["another major version", { ...request, v: 2 }, "protocol_mismatch"],
  ["no version", { ...request, v: undefined }, "frame_malformed"],
  ["a version that is text", { ...request, v: "1" }, "frame_malformed"],
  ["no method", { ...request, method: undefined }, "frame_malformed"],
  ["an endless method name", { ...request, method: "x".repeat(10_000) }, "frame_malformed"],
  ["no deadline", { ...request, deadlineMs: undefined }, "frame_malformed"],
  ["a deadline of nothing", { ...request, deadlineMs: 0 }, "frame_malformed"],
  ["a deadline of a year", { ...request, deadlineMs: 31_536_000_000 }, "frame_malformed"],
  ["a trace that is a map", { ...request, trace: {} }, "frame_malformed"],
  ["a reply", { v: 1, id: 5, ok: true, result: {} }, "frame_malformed"],
];

describe("a service under malformed frames", () => {
  it.each(unanswerable)("drops and counts %s, and goes on [ipc.malformed]", async (_name, parts) => {
    const dir = tempDir();
    const service = await startService(dir);
    const peer = new RawPeer(addressesIn(dir).address);
    await peer.send(...parts);
    expect(await peer.ask(request)).toEqual({ v: 1, id: 5, ok: true, result: {} });
    expect(service.counts()).toMatchObject({ dropped: 1, calls: 1 });
  });

  it.each(answerable)("answers %s with a code, and goes on [ipc.malformed]", async (_name, frame, code) => {
    const dir = tempDir();
    await startService(dir);
    const peer = new RawPeer(addressesIn(dir).address);
    expect(await peer.ask(frame)).toMatchObject({ v: 1, id: 5, ok: false, error: { code, delivery: "not_delivered" } });
    expect(await peer.ask(request)).toEqual({ v: 1, id: 5, ok: true, result: {} });
  });

  it("cuts off a peer that sends more than the limit, and nobody else [ipc.size]", async () => {
    const dir = tempDir();
    await startService(dir, {}, { maxFrameBytes: 10_000 });
    const client = await connect({
      contract: testContract,
      ...addressesIn(dir),
      build: "test",
      log: silent,
      deadlineMs: 5_000,
    });
    const peer = new RawPeer(addressesIn(dir).address);
    let cutOff = false;
    peer.dealer.events.on("disconnect", () => {
      cutOff = true;
    });
    await peer.sendFrame({ ...request, params: { filler: "x".repeat(20_000) } });
    await until(() => cutOff);
    expect(await client.call("echo", { text: "still here" }, { deadlineMs: 5_000 })).toEqual({ text: "still here" });
    await client.close();
  });
});
