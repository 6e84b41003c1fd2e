import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Outcome } from "./outcome.js";
import { isFalseDone, isFalseFailure, tally } from "./matrix.js";

const summary = z.object({ n: z.int(), falseDone: z.int(), falseFailure: z.int() });
const bench = fileURLToPath(new URL("../../dist/verdicts.js", import.meta.url));

describe.runIf(process.platform === "linux")("a sample of the verdict bench", () => {
  it("finds no false success while actions are swallowed, delayed, misdirected and undone [verify.no_false_done]", async () => {
    const seed = String(Date.now() % 1_000_000);
    const args = [
      bench,
      "gtk3",
      "--json",
      "--verbose",
      "--seed",
      seed,
      "--n",
      "40",
      "--out",
      join(mkdtempSync(join(tmpdir(), "verdicts-")), "verdicts.jsonl"),
      "--minutes",
      "0.6",
    ];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    let told = "";
    let log = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (told += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
    await once(child, "close");
    const last = told.trim().split("\n").at(-1) ?? "";
    const { n, falseDone, falseFailure } = summary.parse(JSON.parse(last));
    const facts = `seed ${seed}\n${told}\n${log.slice(-4_000)}`;
    expect(n, facts).toBeGreaterThan(0);
    expect(falseDone, facts).toBe(0);
    // One in a sample is more than the one in a hundred of the whole bench allows, so a single one is no verdict on it.
    expect(falseFailure, facts).toBeLessThanOrEqual(1);
  }, 180_000);
});

describe("the tally of verdicts", () => {
  const one = (effect: Outcome["effect"], right: boolean, late = false): Outcome => ({
    ...{ app: "a", at: 0, deed: "d", kind: "click", fault: "none", evidence: "", tookMs: 1 },
    ...{ effect, right, late },
  });

  it("counts a success that was none and a failure that was one, and not what came after the verdict", () => {
    const all = [one("done", true), one("done", false), one("no_effect", true), one("mismatch", true)];
    expect(tally([...all, one("unverified", true), one("no_effect", false, true)])).toMatchObject({
      ...{ n: 6, falseDone: 1, falseFailure: 2, late: 1 },
      byKind: { click: { done: { right: 1, wrong: 1 }, no_effect: { right: 1, wrong: 1 } } },
    });
    expect(all.filter(isFalseDone)).toHaveLength(1);
    expect(all.filter(isFalseFailure)).toHaveLength(2);
  });
});
