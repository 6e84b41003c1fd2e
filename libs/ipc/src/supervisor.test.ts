import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createSupervisor, type ChildSpec, type Supervisor } from "./supervisor.js";
import type { Contract } from "@beans-picker/protocol";
import { childContract, roleContract } from "./testing/contracts.js";
import { refusalOf, silent, tempDir, until } from "./testing/harness.js";

const script = (name: string): string => fileURLToPath(new URL(`../testing/${name}`, import.meta.url));
const calm = { deadlineMs: 10_000 };

async function supervise<T extends Record<string, ChildSpec<Contract>>>(
  children: T,
  more: { base?: string; env?: NodeJS.ProcessEnv; log?: typeof silent } = {},
): Promise<Supervisor<T>> {
  const supervisor = await createSupervisor({
    children,
    log: silent,
    build: "test",
    base: join(tempDir(), "base"),
    ...more,
  });
  onTestFinished(() => supervisor.stop());
  return supervisor;
}

const one = { fixture: { contract: childContract, entry: script("child.mjs") } };

function alive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("a supervisor", () => {
  it("starts its children at once and gives clients that are ready", async () => {
    const supervisor = await supervise({
      one: { contract: roleContract("one"), entry: script("child.mjs"), env: { FIXTURE_ROLE: "one" } },
      two: {
        contract: roleContract("two"),
        entry: script("child.mjs"),
        env: { FIXTURE_ROLE: "two", FIXTURE_PEER: "one" },
        peers: ["one"],
      },
    });
    expect(supervisor.status()).toEqual({ one: "stopped", two: "stopped" });
    const ready: string[] = [];
    supervisor.on("ready", (role) => ready.push(role));
    supervisor.start();
    expect(supervisor.status()).toEqual({ one: "starting", two: "starting" });
    const [first, second] = await Promise.all([supervisor.client("one"), supervisor.client("two")]);
    expect(supervisor.status()).toEqual({ one: "ready", two: "ready" });
    expect(ready.sort()).toEqual(["one", "two"]);
    expect(await first.call("echo", { text: "a" }, calm)).toEqual({ text: "a", pid: supervisor.pid("one") });
    expect(await second.call("relay", { text: "b" }, calm)).toEqual({ text: "b", pid: supervisor.pid("one") });
    const ticks: number[] = [];
    first.subscribe("tick", ({ n }) => ticks.push(n));
    await first.call("shout", { count: 3 }, calm);
    await until(() => ticks.length === 3);
  });

  it("starts a program of any language with its arguments, and names its role when it cannot be started", async () => {
    const program = { program: "/bin/sh", args: ["-c", 'exec "$@"', "sh", process.execPath, script("child.mjs")] };
    const missing = { program: "/nonexistent/window-watcher", args: ["serve"] };
    const supervisor = await supervise({
      fixture: { contract: childContract, entry: program },
      watcher: { contract: roleContract("watcher"), entry: missing },
    });
    const client = await supervisor.client("fixture");
    expect(await client.call("echo", { text: "a" }, calm)).toEqual({ text: "a", pid: supervisor.pid("fixture") });
    expect(await refusalOf(supervisor.client("watcher"))).toMatchObject({ code: "watcher_unavailable" });
  });

  it("keeps the service's keys from every child but the ranker [ipc.keys]", async () => {
    const env = { PATH: process.env["PATH"], JEV_API_KEY: "k1", TYPESAFE_API_KEY: "k2", FIXTURE_SHARED: "1" };
    const role = <R extends string>(name: R) => ({
      contract: roleContract(name),
      entry: script("child.mjs"),
      env: { FIXTURE_ROLE: name },
    });
    const supervisor = await supervise({ ranker: role("ranker"), desktop: role("desktop") }, { env });
    const names = async (client: Awaited<ReturnType<typeof supervisor.client>>) =>
      (await client.call("environment", {}, calm)).names;
    const ranker = await names(await supervisor.client("ranker"));
    const desktop = await names(await supervisor.client("desktop"));
    expect(ranker).toEqual(expect.arrayContaining(["JEV_API_KEY", "TYPESAFE_API_KEY", "FIXTURE_SHARED"]));
    expect(desktop).toContain("FIXTURE_SHARED");
    expect(desktop.filter((name) => name.endsWith("API_KEY"))).toEqual([]);
  });

  it.each(["exit", "throw", "reject"] as const)(
    "starts a child again that died by %s; the call in flight is uncertain and the next one works [ipc.restart]",
    async (how) => {
      const supervisor = await supervise(one);
      const lost: string[] = [];
      supervisor.on("lost", (role) => lost.push(role));
      const client = await supervisor.client("fixture");
      const before = supervisor.pid("fixture");
      const held = refusalOf(client.call("press", { hold: true }, calm));
      await client.call("die", { how }, calm).catch(() => undefined);
      expect(await held).toMatchObject({ code: "connection_closed", delivery: "uncertain" });
      const next = await supervisor.client("fixture");
      expect(await next.call("echo", { text: "x" }, calm)).toMatchObject({ text: "x", pid: supervisor.pid("fixture") });
      expect(supervisor.pid("fixture")).not.toBe(before);
      expect(lost).toEqual(["fixture"]);
      expect(await next.call("press", { hold: false }, calm)).toEqual({ pressed: 1 });
    },
  );

  it("starts a killed child again, over the sockets it left behind [ipc.restart]", async () => {
    const supervisor = await supervise(one);
    await supervisor.client("fixture");
    for (let times = 0; times < 2; times += 1) {
      const pid = supervisor.pid("fixture");
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      await until(() => supervisor.pid("fixture") !== pid);
      const client = await supervisor.client("fixture");
      expect(await client.call("echo", { text: "x" }, calm)).toMatchObject({ text: "x" });
    }
  });

  it("gives up on a child that keeps crashing and says so with the role's code [ipc.restart]", async () => {
    const starts = join(tempDir(), "starts");
    writeFileSync(starts, "");
    const child = { contract: roleContract("ranker"), entry: script("crashing.mjs"), env: { FIXTURE_STARTS: starts } };
    const supervisor = await supervise({ ranker: child });
    expect(await refusalOf(supervisor.client("ranker"))).toMatchObject({
      code: "ranker_unavailable",
      delivery: "not_delivered",
      retry: true,
    });
    expect(supervisor.status()).toEqual({ ranker: "failed" });
    expect(readFileSync(starts, "utf8")).toBe("x".repeat(6));
    const before = performance.now();
    expect(await refusalOf(supervisor.client("ranker"))).toMatchObject({ code: "ranker_unavailable" });
    expect(performance.now() - before).toBeLessThan(1_000);
    await until(async () => {
      await refusalOf(supervisor.client("ranker"));
      return readFileSync(starts, "utf8").length > 6;
    }, 15_000);
  });

  it("makes its directory again when something cleaned it away [ipc.restart]", async () => {
    const base = join(tempDir(), "base");
    const supervisor = await supervise(one, { base });
    await supervisor.client("fixture");
    const pid = supervisor.pid("fixture");
    rmSync(base, { recursive: true });
    mkdirSync(base, { mode: 0o700 });
    if (pid !== undefined) process.kill(pid, "SIGKILL");
    await until(() => supervisor.pid("fixture") !== pid);
    const client = await supervisor.client("fixture");
    expect(await client.call("echo", { text: "x" }, calm)).toMatchObject({ text: "x" });
  });

  it("gives up on a child of another role instead of using it [ipc.handshake]", async () => {
    const supervisor = await supervise({
      verifier: { contract: roleContract("verifier"), entry: script("child.mjs") },
    });
    expect(await refusalOf(supervisor.client("verifier"))).toMatchObject({ code: "verifier_unavailable" });
  });

  it("stops waiting for a child when the caller cancels", async () => {
    const supervisor = await supervise(one);
    const control = new AbortController();
    const waiting = refusalOf(supervisor.client("fixture", control.signal));
    control.abort();
    expect(await waiting).toMatchObject({ code: "cancelled" });
  });

  it("stops within two seconds and leaves nothing, also when a child no longer listens [ipc.stop]", async () => {
    const base = join(tempDir(), "base");
    const supervisor = await supervise(
      {
        one: { contract: roleContract("one"), entry: script("child.mjs"), env: { FIXTURE_ROLE: "one" } },
        fixture: { contract: childContract, entry: script("deaf.mjs") },
      },
      { base },
    );
    const [, deaf] = await Promise.all([supervisor.client("one"), supervisor.client("fixture")]);
    const held = refusalOf(deaf.call("press", { hold: true }, calm));
    const pids = [supervisor.pid("one"), supervisor.pid("fixture")];
    await new Promise((resolve) => setImmediate(resolve));
    const before = performance.now();
    await supervisor.stop();
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(pids.map(alive)).toEqual([false, false]);
    expect(readdirSync(base)).toEqual([]);
    expect(await held).toMatchObject({ code: "connection_closed" });
    expect(supervisor.status()).toEqual({ one: "stopped", fixture: "stopped" });
    expect(await refusalOf(supervisor.client("one"))).toMatchObject({ delivery: "not_delivered" });
  });

  it("can be stopped while its children are starting", async () => {
    const base = join(tempDir(), "base");
    const supervisor = await supervise(one, { base });
    supervisor.start();
    const pid = supervisor.pid("fixture");
    const waiting = refusalOf(supervisor.client("fixture"));
    const before = performance.now();
    await supervisor.stop();
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(await waiting).toMatchObject({ delivery: "not_delivered" });
    expect(alive(pid)).toBe(false);
    expect(readdirSync(base)).toEqual([]);
  });

  it("takes its children's log lines into its own, under their names", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const noisy = { fixture: { ...one.fixture, env: { FIXTURE_NOISE: "1" } } };
    const supervisor = await supervise(noisy, { log });
    await supervisor.client("fixture");
    await until(() => lines.some((line) => line.includes('"process":"fixture"') && line.includes('"kind":"noise"')));
    const plain = lines.find((line) => line.includes("plain xxx")) ?? "";
    expect(plain).toContain('"level":40');
    expect(plain.length).toBeLessThan(700);
  });

  it.each([
    ["SIGKILL", []],
    ["SIGTERM", []],
    ["SIGINT", []],
    ["SIGKILL, though a child's main thread is locked up", ["locked"]],
  ] as const)("leaves no process and no socket after %s [ipc.orphans]", async (how, args) => {
    const signal = z.enum(["SIGKILL", "SIGTERM", "SIGINT"]).parse(how.split(",")[0]);
    const base = join(tempDir(), "base");
    const process_ = spawn(process.execPath, [script("supervising.mjs"), base, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const line = await new Promise<string>((resolve) =>
      process_.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8"))),
    );
    const pids = Object.values(z.record(z.string(), z.number()).parse(JSON.parse(line)));
    expect(pids.map(alive)).toEqual([true, true]);
    expect(readdirSync(base).length).toBe(1);
    process_.kill(signal);
    await until(() => !pids.some(alive));
    await until(() => existsSync(base) && readdirSync(base).length === 0);
  });
});
