import { statSync } from "node:fs";
import { CodedError } from "@beans-picker/shared";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { connect } from "./client.js";
import {
  addressesIn,
  deferred,
  RawPeer,
  refusalOf,
  silent,
  startService,
  tempDir,
  testContract,
  until,
} from "./testing/harness.js";

const join = (dir: string) =>
  connect({ contract: testContract, ...addressesIn(dir), build: "test", log: silent, deadlineMs: 5_000 });
const request = { v: 1, id: 5, method: "look", params: {}, deadlineMs: 1_000 };

describe("a service", () => {
  it("answers calls with checked results", async () => {
    const dir = tempDir();
    await startService(dir);
    const client = await join(dir);
    expect(client.hello).toEqual({
      role: "fixture",
      version: { major: 1, minor: 0 },
      build: "test",
      pid: process.pid,
      capabilities: ["echo"],
    });
    expect(await client.call("echo", { text: "é\u{1f600}\n" }, { deadlineMs: 5_000 })).toEqual({
      text: "é\u{1f600}\n",
    });
    const { bytes } = await client.call("bytes", { count: 3 }, { deadlineMs: 5_000 });
    expect(bytes).toEqual(new Uint8Array(3));
    await client.close();
  });

  it("creates sockets that only their user can open, and gives the umask back [ipc.private]", async () => {
    const dir = tempDir();
    const before = process.umask(0o022);
    await startService(dir);
    expect(process.umask(before)).toBe(0o022);
    for (const name of ["fixture.sock", "fixture.events"]) {
      const found = statSync(`${dir}/${name}`);
      expect(found.isSocket()).toBe(true);
      expect(found.mode & 0o077).toBe(0);
    }
  });

  it("refuses a method that it does not know", async () => {
    const dir = tempDir();
    await startService(dir);
    const peer = new RawPeer(addressesIn(dir).address);
    for (const method of ["nothing", "constructor", "__proto__", "toString"]) {
      expect(await peer.ask({ ...request, method })).toMatchObject({
        id: 5,
        ok: false,
        error: { code: "unknown_method", delivery: "not_delivered" },
      });
    }
  });

  it("names the parameter that does not fit and what is accepted, without quoting what was given [ipc.bad_params]", async () => {
    const dir = tempDir();
    await startService(dir);
    const peer = new RawPeer(addressesIn(dir).address);
    const wrongType = await peer.ask({ ...request, method: "echo", params: { text: 7 } });
    expect(wrongType).toMatchObject({ error: { code: "bad_params", delivery: "not_delivered" } });
    expect(JSON.stringify(wrongType)).toMatch(/`text`.*string is accepted/);
    const wrongValue = JSON.stringify(
      await peer.ask({ ...request, method: "echo", params: { text: "s3cret", kind: "s3cret" } }),
    );
    expect(wrongValue).toMatch(/`kind`.*plain, loud/);
    expect(wrongValue).not.toContain("s3cret");
    expect(await peer.ask({ ...request, method: "echo", params: null })).toMatchObject({
      error: { code: "bad_params" },
    });
  });

  it("gives a handler's coded error on, and keeps the text of any other to itself [ipc.no_leak]", async () => {
    const dir = tempDir();
    const more = { delivery: "not_delivered", details: { handle: 3, tags: ["a"] } } as const;
    let fault: Error = new CodedError("target_gone", "The control is gone.", more);
    await startService(dir, { press: () => Promise.reject(fault) });
    const client = await join(dir);
    expect(await refusalOf(client.call("press", {}, { deadlineMs: 5_000 }))).toMatchObject({
      code: "target_gone",
      ...more,
    });
    fault = new TypeError("typed text s3cret");
    const internal = await refusalOf(client.call("press", {}, { deadlineMs: 5_000 }));
    expect(internal).toMatchObject({ code: "internal", delivery: "uncertain" });
    expect(internal.message).not.toContain("s3cret");
    await client.close();
  });

  it("does not send a result that breaks the contract", async () => {
    const dir = tempDir();
    await startService(dir, { press: () => Promise.resolve({ pressed: 1.5 }) });
    const client = await join(dir);
    expect(await refusalOf(client.call("press", {}, { deadlineMs: 5_000 }))).toMatchObject({
      code: "internal",
      delivery: "uncertain",
    });
    await client.close();
  });

  it("aborts the handler at the caller's deadline and says so [ipc.deadline]", async () => {
    const dir = tempDir();
    const aborted = deferred<unknown>();
    await startService(dir, {
      press: (_params, { signal }) =>
        new Promise(() => signal.addEventListener("abort", () => aborted.resolve(signal.reason), { once: true })),
    });
    const peer = new RawPeer(addressesIn(dir).address);
    const answer = await peer.ask({ ...request, method: "press", deadlineMs: 30 });
    expect(answer).toMatchObject({
      id: 5,
      ok: false,
      error: { code: "deadline_exceeded", delivery: "uncertain", retry: false },
    });
    expect(await aborted.promise).toMatchObject({ code: "deadline_exceeded" });
  });

  it("aborts the handler on cancel, answers the call once, and says whether the call was known [ipc.cancel]", async () => {
    const dir = tempDir();
    const started = deferred<null>();
    const finish = deferred<{ pressed: number }>();
    await startService(dir, {
      press: () => {
        started.resolve(null);
        return finish.promise;
      },
    });
    const peer = new RawPeer(addressesIn(dir).address);
    await peer.sendFrame({ ...request, method: "press" });
    await started.promise;
    await peer.sendFrame({ ...request, id: 6, method: "cancel", params: { call: 5 } });
    const answers = [await peer.receive(), await peer.receive()];
    const message = "The caller cancelled the call.";
    const error = { code: "cancelled", message, delivery: "uncertain", retry: false };
    expect(answers).toContainEqual({ v: 1, id: 5, ok: false, error });
    expect(answers).toContainEqual({ v: 1, id: 6, ok: true, result: { known: true } });
    finish.resolve({ pressed: 1 });
    // The handler's late result goes nowhere: the next thing that arrives answers the next question.
    expect(await peer.ask({ ...request, id: 7, method: "cancel", params: { call: 5 } })).toEqual({
      v: 1,
      id: 7,
      ok: true,
      result: { known: false },
    });
  });

  it("does not start a call whose cancel has already arrived [ipc.cancel]", async () => {
    const dir = tempDir();
    let presses = 0;
    await startService(dir, { press: () => Promise.resolve({ pressed: (presses += 1) }) });
    const peer = new RawPeer(addressesIn(dir).address);
    expect(await peer.ask(request)).toMatchObject({ ok: true });
    const sent = [
      peer.sendFrame({ ...request, id: 8, method: "press" }),
      peer.sendFrame({ ...request, id: 9, method: "cancel", params: { call: 8 } }),
    ];
    // The service shares this thread: while it is kept busy, both frames arrive, as they do at a process that hangs.
    const busyUntil = performance.now() + 100;
    while (performance.now() < busyUntil);
    await Promise.all(sent);
    const answers = [await peer.receive(), await peer.receive()];
    const message = "The caller cancelled the call.";
    const error = { code: "cancelled", message, delivery: "not_delivered", retry: true };
    expect(answers).toContainEqual({ v: 1, id: 8, ok: false, error });
    expect(answers).toContainEqual({ v: 1, id: 9, ok: true, result: { known: true } });
    expect(presses).toBe(0);
  });

  it("goes on for others while a peer asks much and reads nothing [ipc.bounded]", async () => {
    const dir = tempDir();
    const service = await startService(dir);
    const client = await join(dir);
    const peer = new RawPeer(addressesIn(dir).address, { receiveHighWaterMark: 1 });
    for (let id = 1; id <= 3_000; id += 1) {
      await peer.sendFrame({ ...request, id, method: "bytes", params: { count: 20_000 } });
      if (id % 500 === 0)
        expect(await client.call("echo", { text: "x" }, { deadlineMs: 5_000 })).toEqual({ text: "x" });
    }
    await until(() => service.counts().undelivered > 0);
    expect(await client.call("echo", { text: "x" }, { deadlineMs: 5_000 })).toEqual({ text: "x" });
    await client.close();
  });

  it("carries out a repeated id once [ipc.once]", async () => {
    const dir = tempDir();
    let presses = 0;
    const finish = deferred<{ pressed: number }>();
    const service = await startService(dir, {
      press: () => {
        presses += 1;
        return finish.promise;
      },
    });
    const peer = new RawPeer(addressesIn(dir).address);
    await peer.sendFrame({ ...request, method: "press" });
    await peer.sendFrame({ ...request, method: "press" });
    await until(() => service.counts().dropped === 1);
    finish.resolve({ pressed: 1 });
    expect(await peer.receive()).toMatchObject({ id: 5, ok: true });
    expect(presses).toBe(1);
  });

  it("refuses more than 64 waiting calls of one peer and takes them again afterwards [ipc.bounded]", async () => {
    const dir = tempDir();
    const finish = deferred<Record<string, never>>();
    await startService(dir, { look: () => finish.promise });
    const busy = await join(dir);
    const calls = Array.from({ length: 64 }, () => busy.call("look", {}, { deadlineMs: 10_000 }));
    expect(await refusalOf(busy.call("look", {}, { deadlineMs: 5_000 }))).toMatchObject({
      code: "overloaded",
      delivery: "not_delivered",
      retry: true,
    });
    const other = await join(dir);
    expect(await other.call("echo", { text: "x" }, { deadlineMs: 5_000 })).toEqual({ text: "x" });
    finish.resolve({});
    await Promise.all(calls);
    expect(await busy.call("look", {}, { deadlineMs: 5_000 })).toEqual({});
    await Promise.all([busy.close(), other.close()]);
  });

  it("says that an answer is too large instead of sending it [ipc.size]", async () => {
    const dir = tempDir();
    await startService(dir, {}, { maxFrameBytes: 10_000 });
    const client = await join(dir);
    expect(await refusalOf(client.call("bytes", { count: 10_000 }, { deadlineMs: 5_000 }))).toMatchObject({
      code: "frame_too_large",
    });
    expect((await client.call("bytes", { count: 9_000 }, { deadlineMs: 5_000 })).bytes.length).toBe(9_000);
    await client.close();
  });

  it("closes within its budget while handlers hang, and aborts them [ipc.close]", async () => {
    const dir = tempDir();
    const started = deferred<null>();
    const aborted = deferred<unknown>();
    const service = await startService(dir, {
      look: (_params, { signal }) => {
        started.resolve(null);
        return new Promise(() => signal.addEventListener("abort", () => aborted.resolve(signal.reason)));
      },
    });
    const client = await join(dir);
    const call = refusalOf(client.call("look", {}, { deadlineMs: 60_000 }));
    await started.promise;
    const before = performance.now();
    await service.close();
    expect(performance.now() - before).toBeLessThan(500);
    expect(await aborted.promise).toMatchObject({ code: "shutting_down" });
    expect(await call).toMatchObject({ code: "connection_closed", retry: true });
    expect(() => statSync(`${dir}/fixture.sock`)).toThrow();
    await startService(dir);
    const again = await join(dir);
    expect(await again.call("echo", { text: "again" }, { deadlineMs: 5_000 })).toEqual({ text: "again" });
    await again.close();
  });

  it("logs the kind of a fault and no text of it [ipc.no_leak]", async () => {
    const dir = tempDir();
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    await startService(dir, { echo: ({ text }) => Promise.reject(new RangeError(text)) }, { log });
    const client = await join(dir);
    await refusalOf(client.call("echo", { text: "s3cret" }, { deadlineMs: 5_000 }));
    await client.close();
    expect(lines.join("")).toContain("RangeError");
    expect(lines.join("")).not.toContain("s3cret");
  });
});
