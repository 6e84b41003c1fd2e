import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { describe, expect, it } from "vitest";

import { runInSandbox } from "./run.js";
import { library, markedCommands } from "./testing/outside.js";

describe("running a command in a sandbox", () => {
  it.each([
    ["exit 0", 0],
    ["exit 7", 7],
    ["kill -KILL $$", 137],
    ['test -n "$DBUS_SESSION_BUS_ADDRESS" && xprop -root _NET_SUPPORTING_WM_CHECK >/dev/null && exit 5', 5],
    ["exit $EXTRA", 9],
  ])("gives the exit code of: %s", async (script, code) => {
    expect(await runInSandbox("sh", ["-c", script], { env: { EXTRA: "9" } })).toBe(code);
  });

  it("gives 127 for a command that does not exist", async () => {
    expect(await runInSandbox("no-such-program", [])).toBe(127);
  });

  it("ends the command on the caller's signal", async () => {
    const controller = new AbortController();
    const code = runInSandbox("sh", ["-c", "kill -USR2 $PPID; sleep 1000"], { signal: controller.signal });
    await once(process, "SIGUSR2");
    controller.abort();
    expect(await code).toBe(143);
  });

  it.each([
    ["SIGINT", "trap 'exit 42' INT", 42],
    ["SIGTERM", "trap 'exit 43' TERM", 43],
    ["SIGTERM", "true", 143],
  ] as const)("passes %s on, waits for the command (%s), then cleans up", async (signal, trap, code) => {
    const script = `${trap}; echo $BEANS_SANDBOX_ID; while :; do sleep 0.05; done`;
    const runner = startRunner(["sh", ["-c", script]]);
    const id = await runner.line;
    runner.process.kill(signal);
    expect(await once(runner.process, "exit")).toEqual([code, null]);
    expect(markedCommands(id)).toEqual([]);
  });

  it("gives up the start on SIGTERM", async () => {
    const runner = startRunner(["sleep", ["1000"]], "console.log('starting'); setTimeout(() => {}, 50);");
    await runner.line;
    runner.process.kill("SIGTERM");
    expect(await once(runner.process, "exit")).toEqual([143, null]);
  });
});

function startRunner(command: readonly unknown[], after = "") {
  const program = `
    const { runInSandbox } = await import(${JSON.stringify(library)});
    const code = runInSandbox(...${JSON.stringify(command)});
    ${after}
    process.exitCode = await code;`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  return { process: child, line: new Promise<string>((resolve) => lines.once("line", resolve)) };
}
