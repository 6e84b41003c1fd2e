import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "./client.js";
import { childContract } from "./testing/contracts.js";
import { addressesIn, refusalOf, silent, tempDir } from "./testing/harness.js";

const entry = fileURLToPath(new URL("../testing/child.mjs", import.meta.url));

interface Running {
  readonly child: ChildProcess;
  readonly exit: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}, stdin: "pipe" | "ignore" = "pipe"): Running {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: [stdin, "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  const exit = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, stdout, stderr })),
  );
  return { child, exit };
}

function alone(dir: string, env: NodeJS.ProcessEnv = {}, stdin: "pipe" | "ignore" = "pipe"): Running {
  const { address, eventsAddress } = addressesIn(dir);
  return start(["--address", address, "--events", eventsAddress], env, stdin);
}

const join = (dir: string) =>
  connect({ contract: childContract, ...addressesIn(dir), build: "test", log: silent, deadlineMs: 10_000 });

describe("a process", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "stops on %s, leaves no socket and writes nothing to standard output [ipc.stop]",
    async (signal) => {
      const dir = tempDir();
      const { child, exit } = alone(dir);
      const client = await join(dir);
      const before = performance.now();
      child.kill(signal);
      const { code, stdout } = await exit;
      expect(performance.now() - before).toBeLessThan(1_500);
      expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
      expect(readdirSync(dir)).toEqual([]);
      await client.closed;
    },
  );

  it("stops when its standard input ends, which is when its parent is gone [ipc.orphans]", async () => {
    const dir = tempDir();
    const { child, exit } = alone(dir);
    await (await join(dir)).close();
    child.stdin?.end();
    expect(await exit).toMatchObject({ code: 0 });
    expect(readdirSync(dir)).toEqual([]);
  });

  it("goes on without a parent's pipe when it is started alone", async () => {
    const dir = tempDir();
    const { child, exit } = alone(dir, {}, "ignore");
    const client = await join(dir);
    expect(await client.call("echo", { text: "x" }, { deadlineMs: 5_000 })).toMatchObject({
      text: "x",
      pid: child.pid,
    });
    await client.close();
    child.kill("SIGTERM");
    await exit;
  });

  it("exits within its budget when a part of it does not close [ipc.stop]", async () => {
    const dir = tempDir();
    const { child, exit } = alone(dir, { FIXTURE_STUBBORN: "close" });
    await (await join(dir)).close();
    const before = performance.now();
    child.kill("SIGTERM");
    expect(await exit).toMatchObject({ code: 1 });
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each(["throw", "reject"] as const)(
    "ends with code 1 on an unexpected error (%s), logs its kind and no text of it [ipc.no_leak]",
    async (how) => {
      const dir = tempDir();
      const { exit } = alone(dir);
      const client = await join(dir);
      await client.call("die", { how }, { deadlineMs: 5_000 }).catch(() => undefined);
      const { code, stderr } = await exit;
      expect(code).toBe(1);
      expect(stderr).toContain('"errorName":"Error"');
      expect(stderr).not.toContain("this text must not be logged");
      expect(existsSync(`${dir}/fixture.sock`)).toBe(false);
    },
  );

  it("says what is missing when it has no address, and ends", async () => {
    const { code, stderr } = await start([]).exit;
    expect(code).toBe(1);
    expect(stderr).toContain("--address");
  });

  it("ends when it needs a peer that it was not given", async () => {
    const { code, stderr } = await start(["--address", addressesIn(tempDir()).address], { FIXTURE_PEER: "desktop" })
      .exit;
    expect(code).toBe(1);
    expect(stderr).toContain("driver_unavailable");
  });

  it("refuses to take the place of a running one, which goes on [ipc.stale]", async () => {
    const dir = tempDir();
    const first = alone(dir);
    const client = await join(dir);
    expect((await alone(dir).exit).code).toBe(1);
    expect(await client.call("echo", { text: "x" }, { deadlineMs: 5_000 })).toMatchObject({ pid: first.child.pid });
    await client.close();
    await (await join(dir)).close();
    first.child.kill("SIGTERM");
    await first.exit;
    expect(
      await refusalOf(
        connect({ contract: childContract, ...addressesIn(dir), build: "test", log: silent, deadlineMs: 50 }),
      ),
    ).toMatchObject({ code: "connection_closed" });
  });
});
