import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSentinel, type Sentinel } from "@beans-picker/fixture";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { childOf, definedEnv, openSession, script, until, type TestSession } from "../testing/session.js";
import { person, startThief, type Thief } from "../testing/thief.js";

let session: TestSession;
let sentinel: Sentinel;
let thief: Thief;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "watch-"));
  session = await openSession();
  await session.call("windows", {});
  sentinel = await startSentinel({ env: definedEnv(), title: "Sentinel" });
  await person("windowactivate", "--sync", String(sentinel.windowId));
  await sentinel.waitFor(({ active }) => active);
  thief = await startThief(sentinel.windowId);
});
afterEach(async () => {
  await session.close();
  await Promise.all([thief.stop(), sentinel.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** `beans-picker watch` in a process of its own, as a person starts it beside a server. */
function startWatch(...args: string[]) {
  const child = spawn(process.execPath, [script, "watch", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  return {
    lines: () => text.split("\n"),
    line: (what: RegExp) => until(String(what), () => text.split("\n").find((line) => what.test(line)), 20_000),
    async stop(): Promise<number | null> {
      child.kill("SIGINT");
      return exited;
    },
  };
}

const jump = () =>
  session.call("act", { pid: thief.pid, windowId: thief.windowId, instruction: "press the Jump once button" });

describe("a watch beside a server", () => {
  it("prints during which call an app stole the front, and draws the call in its report [watch.during]", async () => {
    const report = join(folder, "report.html");
    const watch = startWatch("--report", report);
    await watch.line(/^Watching with the watcher of a running gateway;/);
    expect((await jump()).foreground).toMatchObject([{ restored: true }]);
    const steal = await watch.line(/STEAL/);
    expect(steal).toMatch(new RegExp(`→ .+ \\(${thief.pid}\\) {2}STEAL: took the front.* — during act #\\d+$`));
    await watch.line(new RegExp(`→ .+ \\(${sentinel.pid}\\) {2}.* — during act #\\d+$`));
    // Once the call is over, what happens is during none.
    await person("windowactivate", "--sync", String(thief.windowId));
    const later = await until("another steal", () => watch.lines().filter((line) => line.includes("STEAL"))[1], 20_000);
    expect(later).not.toContain("during");
    expect(await watch.stop()).toBe(3);
    expect(readFileSync(report, "utf8")).toMatch(/act #\d+/);
  });

  it("goes on saying so after the server's watcher was started again", async () => {
    const old = await childOf(session.pid, "watcher");
    process.kill(old, "SIGKILL");
    await until("another watcher", async () => ((await childOf(session.pid, "watcher")) === old ? undefined : true));
    expect((await session.call("windows", {})).status).toBe("done");
    const watch = startWatch("--json");
    const ready = await until(
      "the watch stands",
      async () => {
        // A watch in JSON says nothing at its start; a call that it tells of shows that it is there.
        await jump();
        return watch.lines().find((line) => line.includes(`"tool":"act"`));
      },
      40_000,
    );
    expect(JSON.parse(ready)).toMatchObject({ event: "change", during: [{ tool: "act", pid: thief.pid }] });
    await watch.stop();
  });
});
