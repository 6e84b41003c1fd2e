/**
 * Verdicts under faults: asks real apps for thousands of things while actions are swallowed, delayed, misdirected or undone,
 * texts are changed, windows replaced and unrelated things happen, and puts each verdict beside what the app itself holds.
 * Arguments: `--json`, `--n N` (verdicts, all together), `--seed N`, `--out FILE` (every verdict at once, as a line of JSON),
 * `--resume` (go on with what is in that file), `--minutes N` (stop then with what there is), `--verbose`, toolkits.
 */
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isToolkit, toolkits, type Toolkit } from "./verdicts/lanes.js";
import { openLog } from "./verdicts/log.js";
import { isFalseDone, isFalseFailure, table, tally } from "./verdicts/matrix.js";
import { report, type Outcome, type Report, type Skipped } from "./verdicts/outcome.js";
import type { Part } from "./verdicts/part.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    n: { type: "string", default: "3200" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "60" },
    out: { type: "string" },
  },
});
const chosen = positionals.filter(isToolkit);
if (chosen.length < positionals.length) throw new Error(`There are these toolkits: ${toolkits.join(", ")}`);
const running: readonly Toolkit[] = chosen.length > 0 ? chosen : toolkits;
const [wanted, seed] = [Number(values.n), Number(values.seed)];

/**
 * Least part of the verdicts, processes and windows of each of them. The faster ones fill up what is left. A browser whose
 * window is covered hides its page, and editors are told apart by nothing but their window, so each has a desktop of its own.
 */
const shares: Readonly<
  Record<Toolkit, { readonly least: number; readonly processes: number; readonly lanes: number }>
> = {
  gtk3: { least: 0.15, processes: 1, lanes: 4 },
  gtk4: { least: 0.1, processes: 1, lanes: 2 },
  qt: { least: 0.15, processes: 1, lanes: 4 },
  web: { least: 0.1, processes: 2, lanes: 1 },
  galculator: { least: 0.03, processes: 1, lanes: 1 },
  mousepad: { least: 0.02, processes: 1, lanes: 1 },
  featherpad: { least: 0.02, processes: 1, lanes: 1 },
  "lists-gtk3": { least: 0.02, processes: 1, lanes: 1 },
  "lists-gtk4": { least: 0.01, processes: 1, lanes: 1 },
  "lists-qt": { least: 0.01, processes: 1, lanes: 1 },
  "lists-web": { least: 0.01, processes: 1, lanes: 1 },
};
const allShares = running.reduce((sum, toolkit) => sum + shares[toolkit].least, 0);
const scale = chosen.length > 0 ? 0.7 / allShares : 1;

const outcomes: Outcome[] = [];
const skips: Skipped[] = [];
const log = openLog(values.out ?? join(tmpdir(), `verdicts-${seed}.jsonl`), seed, values.resume);
for (const one of log.known) if (running.some((toolkit) => toolkit === one.app)) count(one);

const startedAt = performance.now();
const stops: (() => void)[] = [];
const stopAll = (): void => {
  for (const stop of stops) stop();
};
const timer = setTimeout(stopAll, Number(values.minutes) * 60_000);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stopAll);
const codes = isEnough() ? [] : await Promise.all(parts().map((part) => run(part)));
clearTimeout(timer);
await log.close();

const seconds = Math.round((performance.now() - startedAt) / 1_000);
const sum = tally(outcomes);
print(table(outcomes, ({ kind }) => kind));
print(table(outcomes, ({ app }) => app));
print(table(outcomes, ({ fault }) => fault));
for (const wrong of outcomes.filter((one) => isFalseDone(one) || isFalseFailure(one))) print(JSON.stringify(wrong));
for (const [reason, times] of countsOf(skips)) print(`no verdict ${times} times: ${reason}`);
print(
  `${sum.n} verdicts in ${seconds} s with seed ${seed}: ${sum.falseDone} false done, ${sum.falseFailure} false failures; ` +
    `${sum.late} times the effect came only after the verdict`,
);
if (values.json) print(JSON.stringify(sum));
process.exitCode = codes.some((code) => code !== 0) || outcomes.length === 0 ? 1 : 0;

function parts(): Part[] {
  return running.flatMap((toolkit) => {
    const { processes, lanes } = shares[toolkit];
    const known = log.known.filter(({ app }) => app === toolkit).map(({ at }) => at);
    return Array.from({ length: processes }, (_, first) => ({ toolkit, seed, lanes, first, step: processes, known }));
  });
}

async function run(part: Part): Promise<number | null> {
  const worker = fileURLToPath(new URL("verdicts/worker.js", import.meta.url));
  const child = spawn(process.execPath, [worker, JSON.stringify(part)], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.on("error", () => undefined);
  stops.push(() => void child.stdin.end());
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  for await (const text of createInterface({ input: child.stdout })) {
    const one = report.parse(JSON.parse(text));
    log.add(one);
    count(one);
    if (values.verbose) process.stderr.write(`${text}\n`);
    if (isEnough()) stopAll();
  }
  return await ended;
}

function count(one: Report): void {
  if ("effect" in one) outcomes.push(one);
  else skips.push(one);
}

function isEnough(): boolean {
  if (outcomes.length < wanted) return false;
  return running.every((toolkit) => {
    const own = outcomes.filter(({ app }) => app === toolkit).length;
    return own >= Math.floor(shares[toolkit].least * scale * wanted);
  });
}

function countsOf(all: readonly Skipped[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { app, deed, skipped } of all) {
    const reason = `${app}, ${deed}: ${skipped}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
