import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { definedEnv } from "./testing/session.js";

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    env: definedEnv(),
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

describe("the command line", () => {
  it.each([
    [["--nonsense"]],
    [["nonsense"]],
    [["windows", "one-too-many"]],
    [["observe", "--limit", "many"]],
    [["act"]],
  ])(
    "answers %j with the usage on standard error and exit code 2",
    (args) => {
      const { status, stdout, stderr } = run(...args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toContain("Usage: beans-picker");
    },
    120_000,
  );

  it("tells its version on every platform", () => {
    const { status, stdout } = run("--version");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/u);
  }, 120_000);
});
