import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startFixture, type Fixture } from "@beans-picker/fixture";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { definedEnv } from "./testing/session.js";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const listed = z.looseObject({ candidates: z.array(z.looseObject({ id: z.string(), does: z.string() })) });

let fixture: Fixture;
let target: string[];

beforeEach(async () => {
  fixture = await startFixture({ env: definedEnv() });
  target = ["--pid", String(fixture.pid), "--window-id", String(fixture.windowId)];
});
afterEach(() => fixture.stop());

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[], answerWith?: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: definedEnv(), timeout: 120_000 });
    const told = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      told.stdout += chunk.toString();
      if (answerWith !== undefined && told.stdout.includes("[y/N]")) child.stdin.write(answerWith);
    });
    child.stderr.on("data", (chunk: Buffer) => (told.stderr += chunk.toString()));
    child.once("error", reject);
    child.once("close", (status) => resolve({ ...told, status }));
  });
}

const beansPicker = (...args: string[]): Promise<Ran> => run(process.execPath, [main, ...args]);

async function candidates(...args: string[]): Promise<{ id: string; does: string }[]> {
  return listed.parse(JSON.parse((await beansPicker("observe", ...target, "--json", ...args)).stdout)).candidates;
}

describe("the tools from a shell", () => {
  it("page and filter what observe lists", async () => {
    const all = await candidates("--role", "menu", "--limit", "100");
    expect(all.length).toBeGreaterThan(2);
    expect(all.every(({ does }) => does.startsWith("menu "))).toBe(true);
    expect(await candidates("--role", "menu", "--offset", "1", "--limit", "1")).toEqual(all.slice(1, 2));
    expect((await candidates("--query", "delete note")).map(({ does }) => does)).toContain(
      'click button "Delete note"',
    );
  }, 180_000);

  it("exit with 1 when what was expected did not come true", async () => {
    const press = ["act", "press the Save button", ...target];
    expect((await beansPicker(...press, "--expect", '{"text":"Saved"}')).status).toBe(0);
    const { status, stdout } = await beansPicker(...press, "--expect", '{"text":"Never shown","timeoutMs":100}');
    expect(status).toBe(1);
    expect(stdout).toContain("mismatch");
    expect((await fixture.state()).saves).toBe(2);
  }, 180_000);

  it("say what is missing once, and name no token that nobody could redeem", async () => {
    const { status, stdout, stderr } = await beansPicker("act", "press the Delete note button", ...target);
    expect(status).toBe(1);
    expect(stdout).toContain("needs_confirmation");
    expect(stdout).toContain("--allow-destructive");
    expect(stdout).not.toContain("confirm:");
    const gone = await beansPicker("observe", "--pid", String(process.pid));
    expect(gone.stdout).toContain("window_not_found");
    expect([stderr, gone.stderr]).toEqual(["", ""]);
    expect((await fixture.state()).deletes).toBe(0);
  }, 180_000);

  it.each([
    ["y\n", 1],
    ["n\n", 0],
    ["\u0004", 0],
  ])(
    "ask the person on a terminal, who answers %j",
    async (answer, deletes) => {
      const [deletion] = await candidates("--query", "delete note", "--role", "button");
      const words = [process.execPath, main, "act", "delete", ...target, "--candidate-id", deletion?.id ?? ""];
      const command = words.map((word) => `'${word}'`).join(" ");
      const { stdout, status } = await run(
        "script",
        ["--quiet", "--return", "--command", command, "/dev/null"],
        answer,
      );
      expect(stdout).toContain('click button "Delete note"');
      if (deletes === 0) {
        expect(status).toBe(1);
        expect(stdout).toContain("needs_confirmation");
      }
      await fixture.waitFor((state) => state.deletes === deletes);
    },
    180_000,
  );
});
