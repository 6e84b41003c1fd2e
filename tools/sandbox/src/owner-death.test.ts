import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";

import { describe, expect, it } from "vitest";

import { parseDirectoryName } from "./identity.js";
import { startSandbox } from "./sandbox.js";
import { eventually, library, markedCommands } from "./testing/outside.js";

interface Owner {
  process: ChildProcess;
  id: string;
  dir: string;
}

/** A process that owns a sandbox with an app in it, and does nothing else. */
async function startOwner(): Promise<Owner> {
  const program = `
    const { startSandbox } = await import(${JSON.stringify(library)});
    const sandbox = await startSandbox();
    await sandbox.launch("zenity", ["--info", "--text", "still here"]);
    await sandbox.launch("sh", ["-c", "setsid sleep 1000 & exit"]);
    console.log([sandbox.id, sandbox.dir].join(" "));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string>((resolve) => lines.once("line", resolve));
  const [id = "", dir = ""] = line.split(" ");
  await eventually(() => markedCommands(id).includes("zenity") && markedCommands(id).includes("sleep"));
  return { process: child, id, dir };
}

describe("when the owner ends without stopping its sandbox", () => {
  it.each(["SIGTERM", "SIGKILL"] as const)("by %s, its processes and its directory go", async (signal) => {
    const owner = await startOwner();
    owner.process.kill(signal);
    await once(owner.process, "exit");
    await eventually(() => markedCommands(owner.id).length === 0);
    await eventually(() => !existsSync(owner.dir));
  });

  it("by coming to its end, it is not kept alive by the guard", async () => {
    const program = `
      const { startSandbox } = await import(${JSON.stringify(library)});
      console.log((await startSandbox()).id);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout });
    const id = await new Promise<string>((resolve) => lines.once("line", resolve));
    if (child.exitCode === null) await once(child, "exit");
    await eventually(() => markedCommands(id).length === 0);
  });
});

describe("when the guard is killed", () => {
  it("the next start clears what it left, and leaves living sandboxes alone", async () => {
    const living = await startSandbox();
    const owner = await startOwner();
    const guard = parseDirectoryName(owner.id);
    process.kill(guard?.pid ?? 0, "SIGKILL");
    owner.process.kill("SIGKILL");
    await once(owner.process, "exit");
    // Nobody is left to clear up: this is what the next start finds.
    expect(markedCommands(owner.id)).toContain("Xvfb");

    const next = await startSandbox();
    expect(markedCommands(owner.id)).toEqual([]);
    expect(existsSync(owner.dir)).toBe(false);
    expect(markedCommands(living.id)).toContain("Xvfb");
    expect(existsSync(living.dir)).toBe(true);
    await Promise.all([living.stop(), next.stop()]);
  });
});
