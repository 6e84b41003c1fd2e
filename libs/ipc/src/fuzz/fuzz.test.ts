import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decode, defaultMaxFrameBytes, encode } from "@beans-picker/protocol";
import { describe, expect, it } from "vitest";
import { connect } from "../client.js";
import { addressesIn, RawPeer, silent, startService, tempDir, testContract, until } from "../testing/harness.js";
import { mutateFrame } from "./mutate-frame.js";
import { seededRandom } from "./random.js";

const goldenDir = join(fileURLToPath(new URL("../../../protocol/golden", import.meta.url)));

/** Golden frames of the product and good calls of the test's own contract, so that mutations reach handlers too. */
function goodFrames(): Uint8Array[] {
  const golden = readdirSync(goldenDir).filter((name) => name.endsWith(".bin"));
  const calls = ["echo", "press", "look", "hello", "cancel"].map((method, id) => {
    const encoded = encode(
      { v: 1, id, method, params: { text: "x", call: 1 }, deadlineMs: 1_000 },
      defaultMaxFrameBytes,
    );
    if (!encoded.ok) throw new Error(encoded.reason);
    return encoded.bytes;
  });
  return [...golden.map((name) => readFileSync(join(goldenDir, name))), ...calls];
}

describe("mutated frames", () => {
  it("are the same for the same seed, and differ from frame to frame", () => {
    const make = (seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: 200 }, () => Buffer.from(mutateFrame(goodFrames(), random)).toString("hex"));
    };
    expect(make(7)).toEqual(make(7));
    expect(new Set(make(7)).size).toBeGreaterThan(150);
    expect(make(7)).not.toEqual(make(8));
  });

  it("are partly well-formed and partly damaged", () => {
    const random = seededRandom(1);
    const good = goodFrames();
    const decoded = Array.from({ length: 1_000 }, () => decode(mutateFrame(good, random), defaultMaxFrameBytes).ok);
    const share = decoded.filter(Boolean).length / decoded.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.9);
  });

  it("do no harm: ten thousand of them, and the next good call is answered, in less than 50 MB more [ipc.fuzz]", async () => {
    const dir = tempDir();
    const service = await startService(dir);
    const client = await connect({
      contract: testContract,
      ...addressesIn(dir),
      build: "test",
      log: silent,
      deadlineMs: 5_000,
    });
    const peer = new RawPeer(addressesIn(dir).address);
    const good = goodFrames();
    const random = seededRandom(20_260_101);
    let answers = 0;
    void (async () => {
      for await (const parts of peer.dealer) answers += parts.length;
    })().catch(() => undefined);
    const send = async (count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1) {
        await peer.send(mutateFrame(good, random));
        if (sent % 100 === 99) await client.call("echo", { text: "still" }, { deadlineMs: 5_000 });
      }
      const { calls, dropped } = service.counts();
      expect(calls + dropped).toBeGreaterThan(0);
    };
    await send(2_000);
    const before = process.memoryUsage.rss();
    await send(10_000);
    expect(await client.call("echo", { text: "alive" }, { deadlineMs: 5_000 })).toEqual({ text: "alive" });
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(50);
    await until(() => answers > 1_000);
    expect(service.counts().dropped).toBeGreaterThan(1_000);
    await client.close();
  });
});
