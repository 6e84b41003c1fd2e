import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lineSplitter, relogLine } from "./child-log.js";

function relogged(...lines: string[]): Record<string, unknown>[] {
  const out: Record<string, unknown>[] = [];
  const log = pino(
    { level: "trace" },
    { write: (line: string) => void out.push(z.record(z.string(), z.unknown()).parse(JSON.parse(line))) },
  ).child({
    process: "ranker",
  });
  for (const line of lines) relogLine(log, line);
  return out;
}

describe("a child's standard error", () => {
  it("keeps the level and fields of the child's own log lines, under the child's name", () => {
    const [line] = relogged(
      '{"level":50,"time":1,"pid":2,"hostname":"h","name":"ranker","code":"jev_unavailable","msg":"no answer"}',
    );
    expect(line).toMatchObject({
      level: 50,
      process: "ranker",
      code: "jev_unavailable",
      msg: "no answer",
      pid: process.pid,
    });
  });

  it("cuts other lines to 300 characters and gives them as warnings", () => {
    for (const text of ["x".repeat(1_000), "{broken json", '{"level":"high"}', "[1]"]) {
      const [line] = relogged(text);
      expect(line).toMatchObject({ level: 40, process: "ranker", stderr: text.slice(0, 300) });
    }
  });

  it("is put together into the same lines wherever the chunks were cut", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z ]{0,20}$/)), fc.array(fc.nat(30)), (lines, cuts) => {
        const seen: string[] = [];
        const splitter = lineSplitter((line) => seen.push(line));
        let rest = lines.join("\n");
        for (const cut of cuts) {
          splitter.push(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        splitter.push(rest);
        splitter.end();
        expect(seen).toEqual(lines.filter((line) => line.trim() !== ""));
      }),
    );
  });

  it("does not grow with a line that never ends", () => {
    const seen: string[] = [];
    const splitter = lineSplitter((line) => seen.push(line));
    for (let times = 0; times < 100; times += 1) splitter.push("x".repeat(10_000));
    splitter.end();
    expect(seen.map((line) => line.length)).toEqual([65_536]);
  });
});
