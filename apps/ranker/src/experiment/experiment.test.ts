import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startJevServer } from "@beans-picker/jev-server";
import { calibrationFor, localRanker, type RankOption, type Ranking } from "@beans-picker/ranking";
import { createJevClient, jevConfig, jevRanker } from "@beans-picker/ranking/jev";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RankCase } from "./cases.js";
import { judgeAll, reliability, summarise, sweep, type Answered } from "./measure.js";
import { replaying } from "./recording.js";
import { runExperiment, type ExperimentOptions } from "./run.js";

const option = (id: string, label: string): RankOption => ({
  id,
  kind: "click",
  does: `press "${label}"`,
  facts: { role: "button", label, rawLabel: label, within: [], inWeb: false },
});
const options = [option("a", "Save"), option("b", "Open"), option("c", "Print")];
const asked = (name: string, instruction: string, right: string[], more: Partial<RankCase> = {}): RankCase => ({
  name,
  app: "Editor",
  phrasing: right.length === 0 ? "none" : "plain",
  request: { instruction, window: { app: "Editor", title: "T", modal: null }, options },
  right,
  ...more,
});
const cases = [
  asked("1", "press Save", ["a"]),
  asked("2", "press Open", ["b"]),
  asked("3", "frobnicate the zeppelin", []),
  asked("4", "<script>alert(1)</script> Print", ["c"], { phrasing: "paraphrase" }),
];

describe("an experiment with rankers", () => {
  let dir: string;
  const opened: { close(): Promise<void> }[] = [];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "bp-rank-"));
    writeFileSync(join(dir, "cases.jsonl"), cases.map((each) => JSON.stringify(each)).join("\n"));
  });
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
    rmSync(dir, { recursive: true, force: true });
  });

  let tick = 0;
  const run = (more: Partial<ExperimentOptions> = {}) =>
    runExperiment({
      data: dir,
      ranker: localRanker,
      name: "local",
      out: join(dir, `out-${(tick += 1)}`),
      width: 1,
      signal: new AbortController().signal,
      now: () => 0,
      ...more,
    });

  it("replays its own records without network, with the same figures [rank.replay]", async () => {
    const server = await startJevServer({ tls: false });
    const config = jevConfig({
      JEV_API_KEY: "test-key",
      TYPESAFE_BASE_URL: server.url,
      BEANS_PICKER_LOOPBACK_HTTP: "1",
    });
    const client = createJevClient({ config, agent: "test" });
    opened.push(server, client);
    const ranker = jevRanker({ client, model: config.model, withhold: false });
    const first = await run({ ranker, width: 4 });
    expect(server.received).toHaveLength(cases.length);
    expect(first.inputTokens).toBeGreaterThan(0);
    const again = await run({ data: first.records, ranker: replaying(first.records) });
    expect(server.received).toHaveLength(cases.length);
    expect(again.summary).toEqual(first.summary);
  });

  it("records every request and answer in a file of this user alone, failures included", async () => {
    writeFileSync(join(dir, "empty"), "");
    const { summary, records } = await run({ ranker: replaying(join(dir, "empty")) });
    expect(summary).toMatchObject({ n: 3, failures: 4, top1: 0, act: { coverage: 0 } });
    expect(statSync(records).mode & 0o077).toBe(0);
    expect(readFileSync(records, "utf8").trim().split("\n")).toHaveLength(cases.length);
  });

  it("writes a report that needs no network and in which a screen's words are only words [rank.report]", async () => {
    const { report } = await run();
    const page = readFileSync(report, "utf8");
    expect(page).not.toMatch(/<script|https?:|src=|href=|url\(/i);
    expect(page).toContain("default-src 'none'");
    for (const part of ["Reliability", "Coverage and precision", "Worst mistakes"]) expect(page).toContain(part);
  });

  it("takes the limits of a file for the ranker that the file names, and for no other", async () => {
    const thresholds = join(dir, "limits.json");
    const limits = { ...calibrationFor("local"), confidence: undefined };
    writeFileSync(
      thresholds,
      JSON.stringify({ ...limits, thresholds: { ...limits.thresholds, noneLimit: 0, strict: 1 } }),
    );
    expect((await run()).summary.act.coverage).toBeGreaterThan(0);
    expect((await run({ thresholds })).summary.act.coverage).toBe(0);
    writeFileSync(thresholds, JSON.stringify({ ...calibrationFor("jev") }));
    expect((await run({ thresholds })).summary.act.coverage).toBeGreaterThan(0);
  });

  it("refuses data, limits and folders that are not what they should be, before anything is asked", async () => {
    await expect(run({ data: join(dir, "nowhere") })).rejects.toMatchObject({ code: "bad_path" });
    await expect(run({ out: dir })).rejects.toMatchObject({ code: "bad_path" });
    await expect(run({ thresholds: join(dir, "none.json") })).rejects.toMatchObject({ code: "bad_path" });
    writeFileSync(join(dir, "bad.jsonl"), "{}");
    await expect(run()).rejects.toThrow("bad.jsonl, line 1");
  });
});

describe("the figures of an experiment", () => {
  const ranked = (ps: Record<string, number>, pNone: number): Ranking => ({
    ranked: Object.entries(ps)
      .map(([id, p]) => ({ id, p }))
      .sort((a, b) => b.p - a.p),
    pNone,
    forced: "a",
    ranker: "jev",
  });
  const answer = (right: string[], ranking: Ranking): Answered => ({ case: asked("", "x", right), ranking, ms: 1 });
  const answered = [
    answer(["a"], ranked({ a: 0.9, b: 0.1, c: 0 }, 0)),
    answer(["b"], ranked({ a: 0.85, b: 0.1, c: 0.05 }, 0)),
    answer(["b"], ranked({ a: 0.4, b: 0.4, c: 0.1 }, 0.1)),
    answer([], ranked({ a: 0.1, b: 0, c: 0 }, 0.9)),
    answer([], ranked({ a: 0.95, b: 0, c: 0 }, 0.05)),
  ];
  const judged = judgeAll(answered, calibrationFor);

  it("are counted by hand here: a shared lead counts half, a wrong act where nothing fits counts against precision", () => {
    const summary = summarise(judged);
    expect(summary.top1).toBeCloseTo((1 + 0 + 0.5) / 3, 9);
    expect(summary.top3).toBe(1);
    expect(summary.act).toEqual({ coverage: 2 / 3, precision: 1 / 3 });
    expect(summary.none).toEqual({ recall: 0.5, falseActs: 0.5 });
    const errors = [
      [0.9, 1],
      [0.85, 0],
      [0.95, 0],
      [0.4, 0.5],
      [0.1, 0],
    ] as const;
    const byBin = [errors.slice(0, 1).concat(errors.slice(2, 3)), [errors[1]], [errors[3]], [errors[4]]];
    const expected = byBin.reduce((sum, bin) => sum + Math.abs(bin.reduce((a, [c, r]) => a + c - r, 0)), 0) / 5;
    expect(summary.ece).toBeCloseTo(expected, 9);
    expect(reliability(judged).reduce((sum, { n }) => sum + n, 0)).toBe(5);
  });

  it("cover less the surer the ranker has to be", () => {
    const points = sweep(judged, (ranker) => calibrationFor(ranker).thresholds);
    for (const [at, point] of points.entries()) {
      expect(point.coverage).toBeLessThanOrEqual(points[at - 1]?.coverage ?? 1);
    }
    expect(points.at(-1)?.coverage).toBe(0);
  });
});
