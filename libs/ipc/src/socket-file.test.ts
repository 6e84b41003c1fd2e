import { spawn } from "node:child_process";
import { existsSync, lstatSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { connect } from "./client.js";
import { addressesIn, refusalOf, silent, startService, tempDir, testContract } from "./testing/harness.js";

/** Leaves a socket file behind whose listener was killed. */
async function killedListener(path: string): Promise<void> {
  const script = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => process.stdout.write("up"))`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("exit", resolve));
}

describe("binding an address", () => {
  it("takes over the socket of a process that was killed [ipc.stale]", async () => {
    const dir = tempDir();
    await killedListener(`${dir}/fixture.sock`);
    expect(existsSync(`${dir}/fixture.sock`)).toBe(true);
    await startService(dir);
    const client = await connect({
      contract: testContract,
      ...addressesIn(dir),
      build: "test",
      log: silent,
      deadlineMs: 5_000,
    });
    expect(await client.call("echo", { text: "x" }, { deadlineMs: 5_000 })).toEqual({ text: "x" });
    await client.close();
  });

  it("refuses an address that a living service owns and leaves that service alone [ipc.stale]", async () => {
    const dir = tempDir();
    await startService(dir);
    const inode = lstatSync(`${dir}/fixture.sock`).ino;
    expect(await refusalOf(startService(dir))).toMatchObject({ code: "address_in_use" });
    expect(lstatSync(`${dir}/fixture.sock`).ino).toBe(inode);
    const client = await connect({
      contract: testContract,
      ...addressesIn(dir),
      build: "test",
      log: silent,
      deadlineMs: 5_000,
    });
    expect(await client.call("echo", { text: "x" }, { deadlineMs: 5_000 })).toEqual({ text: "x" });
    await client.close();
  });

  it("releases the first socket when the second cannot be bound", async () => {
    const dir = tempDir();
    const stranger = createServer().listen(`${dir}/fixture.events`);
    await new Promise((resolve) => stranger.once("listening", resolve));
    onTestFinished(() => void stranger.close());
    expect(await refusalOf(startService(dir))).toMatchObject({ code: "address_in_use" });
    expect(existsSync(`${dir}/fixture.sock`)).toBe(false);
  });

  it("never removes a file or a link that lies in its place [ipc.stale]", async () => {
    const dir = tempDir();
    writeFileSync(`${dir}/precious`, "kept");
    symlinkSync(`${dir}/precious`, `${dir}/fixture.sock`);
    expect(await refusalOf(startService(dir))).toMatchObject({ code: "runtime_dir_unsafe" });
    expect(lstatSync(`${dir}/fixture.sock`).isSymbolicLink()).toBe(true);
    const other = tempDir();
    writeFileSync(`${other}/fixture.sock`, "kept");
    expect(await refusalOf(startService(other))).toMatchObject({ code: "runtime_dir_unsafe" });
    expect(lstatSync(`${other}/fixture.sock`).isFile()).toBe(true);
  });

  it("refuses a path that does not fit into a socket address", async () => {
    const dir = tempDir();
    const address = `ipc://${dir}/${"x".repeat(99 - dir.length)}`;
    expect(await refusalOf(startService(dir, {}, { address }))).toMatchObject({ code: "runtime_dir_unsafe" });
    const fits = `ipc://${dir}/${"x".repeat(98 - dir.length)}`;
    await startService(dir, {}, { address: fits });
  });
});
