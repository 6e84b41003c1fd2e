import { decode, encode } from "@beans-picker/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { Router } from "zeromq";
import { z } from "zod";
import { connect } from "./client.js";
import { lazyClient } from "./lazy-client.js";
import {
  addressesIn,
  deferred,
  refusalOf,
  silent,
  startService,
  tempDir,
  testContract,
  until,
} from "./testing/harness.js";

const optionsFor = (dir: string, deadlineMs = 5_000) => ({
  contract: testContract,
  ...addressesIn(dir),
  build: "test",
  log: silent,
  deadlineMs,
});
const callsOnly = (dir: string, deadlineMs = 5_000) => ({
  contract: testContract,
  address: addressesIn(dir).address,
  build: "test",
  log: silent,
  deadlineMs,
});
const calm = { deadlineMs: 5_000 };

/** A peer that answers whatever a test wants, which no service of ours would. */
async function scriptedPeer(
  dir: string,
  answer: (request: Record<string, unknown>) => readonly unknown[],
): Promise<Router> {
  const router = new Router({ linger: 0 });
  await router.bind(addressesIn(dir).address);
  onTestFinished(() => router.close());
  void (async () => {
    for await (const [peer, bytes] of router) {
      const decoded = decode(bytes ?? new Uint8Array(), 1_000_000);
      if (peer === undefined || !decoded.ok) continue;
      for (const frame of answer(z.record(z.string(), z.unknown()).parse(decoded.value))) {
        const encoded = encode(frame, 1_000_000);
        if (encoded.ok) await router.send([peer, encoded.bytes]);
      }
    }
  })();
  return router;
}

const helloOf = (role: string, major: number) => ({
  role,
  version: { major, minor: 0 },
  build: "x",
  pid: 1,
  capabilities: [],
});

describe("connect", () => {
  it("waits for a process that is still starting", async () => {
    const dir = tempDir();
    const connecting = connect(optionsFor(dir));
    await startService(dir);
    const client = await connecting;
    expect(await client.call("echo", { text: "x" }, calm)).toEqual({ text: "x" });
    await client.close();
  });

  it("gives up at its deadline when nobody answers, even where a stale socket lies [ipc.deadline]", async () => {
    const dir = tempDir();
    const before = performance.now();
    expect(await refusalOf(connect(optionsFor(dir, 100)))).toMatchObject({
      code: "connection_closed",
      delivery: "not_delivered",
      retry: true,
    });
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  it("gives up at its deadline when the peer says nothing [ipc.deadline]", async () => {
    const dir = tempDir();
    await scriptedPeer(dir, () => []);
    const options = callsOnly(dir, 200);
    const before = performance.now();
    expect(await refusalOf(connect(options))).toMatchObject({ code: "deadline_exceeded" });
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  it("gives up when its signal aborts", async () => {
    const dir = tempDir();
    const control = new AbortController();
    const connecting = refusalOf(connect({ ...optionsFor(dir, 60_000), signal: control.signal }));
    control.abort();
    expect(await connecting).toMatchObject({ code: "cancelled", delivery: "not_delivered" });
  });

  it("refuses a process of another role [ipc.handshake]", async () => {
    const dir = tempDir();
    await startService(dir);
    const stranger = { ...testContract, role: "stranger" };
    expect(await refusalOf(connect({ ...optionsFor(dir), contract: stranger }))).toMatchObject({
      code: "protocol_mismatch",
    });
  });

  it.each([
    [
      "says hello with another major version",
      (id: unknown) => ({ v: 1, id, ok: true, result: helloOf("fixture", 2) }),
      /2\.0/,
    ],
    ["says hello as another role", (id: unknown) => ({ v: 1, id, ok: true, result: helloOf("other", 1) }), /fixture/],
    [
      "answers in another frame version",
      (id: unknown) => ({ v: 2, id, ok: true, result: helloOf("fixture", 2) }),
      /protocol 2/,
    ],
  ])("refuses a peer that %s, with the reason [ipc.handshake]", async (_name, answer, reason) => {
    const dir = tempDir();
    await scriptedPeer(dir, ({ id }) => [answer(id)]);
    const options = callsOnly(dir);
    const refusal = await refusalOf(connect(options));
    expect(refusal.code).toBe("protocol_mismatch");
    expect(refusal.message).toMatch(reason);
  });

  it("refuses relative and overlong addresses", async () => {
    const dir = tempDir();
    expect(await refusalOf(connect({ ...optionsFor(dir), address: "ipc://relative" }))).toMatchObject({
      code: "bad_params",
    });
    expect(await refusalOf(connect({ ...optionsFor(dir), address: "tcp://127.0.0.1:1" }))).toMatchObject({
      code: "bad_params",
    });
    expect(await refusalOf(connect({ ...optionsFor(dir), address: `ipc:///${"x".repeat(99)}` }))).toMatchObject({
      code: "runtime_dir_unsafe",
    });
  });
});

describe("a call", () => {
  it("ends at its deadline when the process hangs, and says that an action may have happened [ipc.deadline]", async () => {
    const dir = tempDir();
    const aborted = deferred<unknown>();
    await startService(dir, {
      press: (_params, { signal }) =>
        new Promise(() => signal.addEventListener("abort", () => aborted.resolve(signal.reason))),
      look: () => new Promise(() => undefined),
    });
    const client = await connect(optionsFor(dir));
    expect(await refusalOf(client.call("press", {}, { deadlineMs: 50 }))).toMatchObject({
      code: "deadline_exceeded",
      delivery: "uncertain",
      retry: false,
    });
    expect(await refusalOf(client.call("look", {}, { deadlineMs: 50 }))).toMatchObject({
      code: "deadline_exceeded",
      retry: true,
    });
    await aborted.promise;
    expect(await refusalOf(client.call("look", {}, { deadlineMs: 0 }))).toMatchObject({
      code: "deadline_exceeded",
      delivery: "not_delivered",
    });
    expect(await refusalOf(client.call("look", {}, { deadlineMs: Number.NaN }))).toMatchObject({
      delivery: "not_delivered",
    });
    await client.close();
  });

  it("is cancelled by its signal: not delivered before it was sent, uncertain after [ipc.cancel]", async () => {
    const dir = tempDir();
    const started = deferred<null>();
    const aborted = deferred<unknown>();
    await startService(dir, {
      press: (_params, { signal }) => {
        started.resolve(null);
        return new Promise(() => signal.addEventListener("abort", () => aborted.resolve(signal.reason)));
      },
    });
    const client = await connect(optionsFor(dir));
    expect(await refusalOf(client.call("press", {}, { ...calm, signal: AbortSignal.abort() }))).toMatchObject({
      code: "cancelled",
      delivery: "not_delivered",
    });
    const control = new AbortController();
    const call = refusalOf(client.call("press", {}, { ...calm, signal: control.signal }));
    await started.promise;
    control.abort();
    expect(await call).toMatchObject({ code: "cancelled", delivery: "uncertain", retry: false });
    expect(await aborted.promise).toMatchObject({ code: "cancelled" });
    await client.close();
  });

  it("ignores answers that come late, twice, or to no question [ipc.late]", async () => {
    const dir = tempDir();
    let helloId: unknown;
    await scriptedPeer(dir, ({ id, method }) => {
      if (method === "hello") {
        helloId = id;
        return [{ v: 1, id, ok: true, result: helloOf("fixture", 1) }];
      }
      const late = { v: 1, id: helloId, ok: true, result: { text: "late" } };
      const stranger = { v: 1, id: 99_999, ok: true, result: { text: "stranger" } };
      return [
        late,
        stranger,
        "not a frame",
        { v: 1, id, ok: true, result: { text: "right" } },
        { v: 1, id, ok: true, result: { text: "twice" } },
      ];
    });
    const options = callsOnly(dir);
    const client = await connect(options);
    expect(await client.call("echo", { text: "1" }, calm)).toEqual({ text: "right" });
    expect(await client.call("echo", { text: "2" }, calm)).toEqual({ text: "right" });
    await client.close();
  });

  it("rejects an answer that breaks the contract or the protocol [ipc.checked]", async () => {
    const dir = tempDir();
    await scriptedPeer(dir, ({ id, method }) => {
      if (method === "hello") return [{ v: 1, id, ok: true, result: helloOf("fixture", 1) }];
      return method === "echo"
        ? [{ v: 1, id, ok: true, result: { text: 5 } }]
        : [{ v: 1, id, ok: false, error: { code: 5 } }];
    });
    const options = callsOnly(dir);
    const client = await connect(options);
    expect(await refusalOf(client.call("echo", { text: "x" }, calm))).toMatchObject({ code: "frame_malformed" });
    expect(await refusalOf(client.call("press", {}, calm))).toMatchObject({
      code: "frame_malformed",
      delivery: "uncertain",
    });
    await client.close();
  });

  it("is refused before it is sent when it does not fit the contract or the limit [ipc.size]", async () => {
    const dir = tempDir();
    let calls = 0;
    await startService(dir, {
      echo: ({ text }) => {
        calls += 1;
        return Promise.resolve({ text });
      },
    });
    const client = await connect({ ...optionsFor(dir), maxFrameBytes: 10_000 });
    const large = await refusalOf(client.call("echo", { text: "x".repeat(10_000) }, calm));
    expect(large).toMatchObject({ code: "frame_too_large", delivery: "not_delivered" });
    const fractional = await refusalOf(client.call("bytes", { count: 1.5 }, calm));
    expect(fractional).toMatchObject({ code: "bad_params", delivery: "not_delivered" });
    expect(calls).toBe(0);
    expect(await client.call("echo", { text: "x" }, calm)).toEqual({ text: "x" });
    await client.close();
  });

  it("ends at once when the process goes away, and says what may have happened [ipc.lost]", async () => {
    const dir = tempDir();
    const started = { press: deferred<null>(), look: deferred<null>() };
    const service = await startService(dir, {
      press: () => (started.press.resolve(null), new Promise(() => undefined)),
      look: () => (started.look.resolve(null), new Promise(() => undefined)),
    });
    const client = await connect(callsOnly(dir));
    const act = refusalOf(client.call("press", {}, { deadlineMs: 60_000 }));
    const read = refusalOf(client.call("look", {}, { deadlineMs: 60_000 }));
    await Promise.all([started.press.promise, started.look.promise]);
    const before = performance.now();
    await service.close();
    expect(await act).toMatchObject({ code: "connection_closed", delivery: "uncertain", retry: false });
    expect(await read).toMatchObject({ code: "connection_closed", delivery: "not_delivered", retry: true });
    await client.closed;
    expect(performance.now() - before).toBeLessThan(1_000);
    expect(await refusalOf(client.call("press", {}, calm))).toMatchObject({
      code: "connection_closed",
      delivery: "not_delivered",
    });
  });

  it("is never delivered to a process that took the place of the lost one [ipc.once]", async () => {
    const dir = tempDir();
    let presses = 0;
    const first = await startService(dir);
    const client = await connect(optionsFor(dir));
    await first.close();
    await startService(dir, { press: () => Promise.resolve({ pressed: (presses += 1) }) });
    const calls = await Promise.all(
      Array.from({ length: 5 }, () => refusalOf(client.call("press", {}, { deadlineMs: 300 }))),
    );
    for (const call of calls) expect(call.code).toBe("connection_closed");
    const fresh = await connect(optionsFor(dir));
    await fresh.call("look", {}, calm);
    expect(presses).toBe(0);
    await fresh.close();
  });
});

describe("a lazy client", () => {
  it("connects on first use and again after the process was replaced", async () => {
    const dir = tempDir();
    const client = lazyClient(optionsFor(dir));
    const first = await startService(dir);
    expect(await client.call("echo", { text: "1" }, calm)).toEqual({ text: "1" });
    await first.close();
    await startService(dir);
    expect(await client.call("echo", { text: "2" }, calm)).toEqual({ text: "2" });
    await client.close();
  });

  it("repeats a read once and an action never [ipc.once]", async () => {
    const dir = tempDir();
    const counts = { looks: 0, presses: 0 };
    let dying = await startService(dir, {
      look: () => ((counts.looks += 1), void dying.close(), new Promise(() => undefined)),
    });
    const client = lazyClient(optionsFor(dir));
    const read = client.call("look", {}, calm);
    await until(() => counts.looks === 1);
    await dying.close();
    dying = await startService(dir, {
      look: () => {
        counts.looks += 1;
        return Promise.resolve({});
      },
      press: () => ((counts.presses += 1), void dying.close(), new Promise(() => undefined)),
    });
    expect(await read).toEqual({});
    expect(counts.looks).toBe(2);
    const act = refusalOf(client.call("press", {}, calm));
    await until(() => counts.presses === 1);
    await dying.close();
    await startService(dir, { press: () => Promise.resolve({ pressed: (counts.presses += 1) }) });
    expect(await act).toMatchObject({ code: "connection_closed", delivery: "uncertain" });
    expect(await client.call("echo", { text: "next" }, calm)).toEqual({ text: "next" });
    expect(counts.presses).toBe(1);
    await client.close();
  });

  it("does not wait longer than the call may last [ipc.deadline]", async () => {
    const dir = tempDir();
    const client = lazyClient(optionsFor(dir, 60_000));
    const before = performance.now();
    expect(await refusalOf(client.call("look", {}, { deadlineMs: 100 }))).toMatchObject({
      code: "connection_closed",
      delivery: "not_delivered",
    });
    expect(performance.now() - before).toBeLessThan(1_000);
    const control = new AbortController();
    const call = refusalOf(client.call("look", {}, { deadlineMs: 60_000, signal: control.signal }));
    control.abort();
    expect(await call).toMatchObject({ code: "cancelled", delivery: "not_delivered" });
    await client.close();
    expect(await refusalOf(client.call("look", {}, calm))).toMatchObject({ delivery: "not_delivered" });
  });
});
