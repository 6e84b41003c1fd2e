import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startJevServer } from "@beans-picker/jev-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { definedEnv, script } from "./testing/session.js";

const run = promisify(execFile);

const labels = ["Save", "Open", "Print"];
const cases = labels.map((label, at) => ({
  name: `case ${at}`,
  app: "Editor",
  phrasing: "plain",
  right: [`c${at}`],
  request: {
    instruction: `press ${label}`,
    window: { app: "Editor", title: "Secret", modal: null },
    options: labels.map((each, index) => ({
      id: `c${index}`,
      kind: "click",
      does: `press "${each}"`,
      facts: { role: "button", label: each, rawLabel: each, within: [], inWeb: false },
    })),
  },
}));

describe("the commands about ranking", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "bp-cli-rank-"));
    writeFileSync(join(dir, "cases.jsonl"), cases.map((each) => JSON.stringify(each)).join("\n"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const cli = async (args: string[], env: Record<string, string> = {}) => {
    const private_ = { HOME: dir, XDG_CONFIG_HOME: dir, XDG_STATE_HOME: dir, XDG_CACHE_HOME: dir };
    const settings = { JEV_API_KEY: "", TYPESAFE_API_KEY: "", ...private_, ...env };
    try {
      const { stdout } = await run(process.execPath, [script, ...args], {
        env: { ...definedEnv(), ...settings },
        cwd: dir,
      });
      return { code: 0, stdout, stderr: "" };
    } catch (error) {
      return z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error);
    }
  };

  it("rank labelled data, and print one line for programs [rank.replay]", async () => {
    const { code, stdout } = await cli([
      "rank",
      "--data",
      dir,
      "--ranker",
      "local",
      "--out",
      join(dir, "out"),
      "--json",
    ]);
    expect(code).toBe(0);
    const figures: unknown = JSON.parse(stdout);
    expect(figures).toMatchObject({ ranker: "local", n: 3, top1: 1, failures: 0 });
    expect(readFileSync(join(dir, "out", "report.html"), "utf8")).toContain("Reliability");
    const again = ["rank", "--data", join(dir, "out", "records.jsonl"), "--replay", join(dir, "out", "records.jsonl")];
    expect((await cli([...again, "--out", join(dir, "again")])).stdout).toContain("3 cases with an answer");
  });

  it("rank with Jev, and show what was sent without any of it [jev.egress]", async () => {
    const server = await startJevServer({ tls: false });
    const env = { JEV_API_KEY: "test-key", TYPESAFE_BASE_URL: server.url, BEANS_PICKER_LOOPBACK_HTTP: "1" };
    expect((await cli(["egress"])).stdout).toContain("Nothing was ever sent");
    const { stdout } = await cli(["rank", "--data", dir, "--ranker", "jev", "--out", join(dir, "out"), "--json"], env);
    expect(JSON.parse(stdout)).toMatchObject({ ranker: "jev", n: 3, failures: 0 });
    expect(server.received).toHaveLength(3);
    const shown = (await cli(["egress"])).stdout;
    expect(shown).toContain("3 requests to 127.0.0.1");
    expect(shown).toContain("options 3");
    expect(shown).not.toMatch(/Save|Secret|test-key/);
    await server.close();
  });

  it("say what is wrong and fail: no key, no data, a folder that is there", async () => {
    const refused = await cli(["rank", "--data", join(dir, "nowhere")]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("bad_path") as string });
    expect((await cli(["rank", "--data", dir, "--out", dir])).stderr).toContain("must be new");
    const keyless = await cli(["rank", "--data", dir, "--ranker", "jev", "--out", join(dir, "out")]);
    expect(keyless).toMatchObject({ code: 1, stderr: expect.stringContaining("No key is set") as string });
    expect((await cli(["rank"])).code).toBe(2);
  });
});
