import { decode, encode, eventFrame } from "@beans-picker/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { Subscriber } from "zeromq";
import { connect } from "./client.js";
import type { EventMeta } from "./contract-types.js";
import { EventStream, listen } from "./event-stream.js";
import { lazyClient } from "./lazy-client.js";
import { addressesIn, silent, startService, tempDir, testContract, until } from "./testing/harness.js";

const optionsFor = (dir: string) => ({
  contract: testContract,
  ...addressesIn(dir),
  build: "test",
  log: silent,
  deadlineMs: 5_000,
});

function bytesOf(topic: string, seq: number, data: unknown): Uint8Array {
  const encoded = encode(eventFrame.parse({ v: 1, topic, seq, at: 5, data }), 1_000_000);
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded.bytes;
}

function heard() {
  const stream = new EventStream(1_000_000);
  const ticks: { n: number; missed: number }[] = [];
  const off = listen(stream, testContract, silent, "tick", ({ n }, { missed }) => ticks.push({ n, missed }));
  return { stream, ticks, off };
}

describe("events", () => {
  it("reach every client in order, with their number and time", async () => {
    const dir = tempDir();
    const service = await startService(dir);
    const client = await connect(optionsFor(dir));
    const seen: { n: number; meta: EventMeta }[] = [];
    client.subscribe("tick", ({ n }, meta) => seen.push({ n, meta }));
    const before = Date.now();
    for (let n = 1; n <= 100; n += 1) service.publish("tick", { n });
    await until(() => seen.length === 100);
    expect(seen.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(seen.every(({ meta }) => meta.missed === 0 && meta.at >= before && meta.at <= Date.now())).toBe(true);
    await client.close();
  });

  it("begin with a confirmation of the subscription, so that none after it is lost unseen [ipc.gap]", async () => {
    const dir = tempDir();
    await startService(dir);
    for (const seq of [1, 2]) {
      const subscriber = new Subscriber({ linger: 0, receiveTimeout: 5_000 });
      onTestFinished(() => subscriber.close());
      subscriber.subscribe();
      subscriber.connect(addressesIn(dir).eventsAddress);
      const [bytes] = await subscriber.receive();
      const decoded = decode(bytes ?? new Uint8Array(), 1_000_000);
      expect(decoded).toMatchObject({ ok: true, value: { v: 1, topic: "subscribed", seq, data: {} } });
    }
  });

  it("that break the contract are not sent, and publishing after close does nothing", async () => {
    const dir = tempDir();
    const service = await startService(dir);
    const client = await connect(optionsFor(dir));
    const seen: number[] = [];
    const missed: number[] = [];
    client.subscribe("tick", ({ n }, meta) => {
      seen.push(n);
      missed.push(meta.missed);
    });
    service.publish("tick", { n: Number.NaN });
    service.publish("tick", { n: 1 });
    await until(() => seen.length === 1);
    expect({ seen, missed }).toEqual({ seen: [1], missed: [0] });
    await service.close();
    service.publish("tick", { n: 2 });
    await client.closed;
  });

  it("tell a listener how many were lost before each [ipc.gap]", () => {
    const { stream, ticks } = heard();
    stream.connected(100);
    for (const [topic, seq] of [
      ["tick", 5],
      ["tick", 6],
      ["tick", 9],
      ["tock", 12],
      ["tick", 13],
    ] as const) {
      stream.receive(bytesOf(topic, seq, topic === "tick" ? { n: seq } : { text: "" }));
    }
    expect(ticks).toEqual([
      { n: 5, missed: 0 },
      { n: 6, missed: 0 },
      { n: 9, missed: 2 },
      { n: 13, missed: 2 },
    ]);
  });

  it("of a new process count all that it had sent before as lost, of the same process only the gap [ipc.gap]", () => {
    const { stream, ticks } = heard();
    stream.connected(100);
    stream.receive(bytesOf("tick", 3, { n: 3 }));
    stream.connected(100);
    stream.receive(bytesOf("tick", 6, { n: 6 }));
    stream.connected(200);
    stream.receive(bytesOf("tick", 2, { n: 2 }));
    expect(ticks).toEqual([
      { n: 3, missed: 0 },
      { n: 6, missed: 2 },
      { n: 2, missed: 1 },
    ]);
  });

  it("that are malformed, repeated or break the contract are dropped and counted [ipc.malformed]", () => {
    const { stream, ticks } = heard();
    stream.connected(100);
    stream.receive(bytesOf("tick", 1, { n: 1 }));
    stream.receive(bytesOf("tick", 1, { n: 1 }));
    stream.receive(Uint8Array.of(1, 2, 3));
    stream.receive(bytesOf("tick", 2, { n: "text" }));
    stream.receive(bytesOf("tick", 3, { n: 3 }));
    expect(ticks).toEqual([
      { n: 1, missed: 0 },
      { n: 3, missed: 1 },
    ]);
    expect(stream.dropped).toBe(3);
  });

  it("stop for a listener that left, and survive one that throws", () => {
    const { stream, ticks, off } = heard();
    listen(stream, testContract, silent, "tick", () => {
      throw new Error("a listener's fault");
    });
    stream.receive(bytesOf("tick", 1, { n: 1 }));
    off();
    stream.receive(bytesOf("tick", 2, { n: 2 }));
    expect(ticks).toEqual([{ n: 1, missed: 0 }]);
  });

  it("reach a lazy client's listener again after the process was replaced [ipc.gap]", async () => {
    const dir = tempDir();
    const first = await startService(dir);
    const client = lazyClient(optionsFor(dir));
    const seen: string[] = [];
    client.subscribe("tock", ({ text }) => seen.push(text));
    await client.call("look", {}, { deadlineMs: 5_000 });
    first.publish("tock", { text: "first" });
    await until(() => seen.length === 1);
    await first.close();
    const second = await startService(dir);
    await until(() => {
      second.publish("tock", { text: "second" });
      return seen.includes("second");
    });
    await client.close();
  });
});
