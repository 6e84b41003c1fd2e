/**
 * Verdicts under faults: asks real apps for thousands of things while actions are swallowed, delayed, misdirected or undone,
 * texts are changed, windows replaced and unrelated things happen, and puts each verdict beside what the app itself recorded.
 * Arguments: `--json`, `--count N` (all together), `--seed N`, `--lanes N` (windows of one toolkit at a time),
 * `--minutes N` (stop then with what there is), toolkits.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isToolkit, toolkits, type Toolkit } from "./verdicts/lanes.js";
import { isFalseDone, isFalseFailure, table, tally } from "./verdicts/matrix.js";
import { report, type Outcome, type Skipped } from "./verdicts/outcome.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    count: { type: "string", default: "3200" },
    seed: { type: "string", default: "1" },
    lanes: { type: "string", default: "3" },
    minutes: { type: "string", default: "60" },
  },
});
const chosen = positionals.filter(isToolkit);
if (chosen.length < positionals.length) throw new Error(`There are these toolkits: ${toolkits.join(", ")}`);
const running = chosen.length > 0 ? chosen : [...toolkits];

const outcomes: Outcome[] = [];
const skips: Skipped[] = [];
const startedAt = performance.now();
// A browser whose window is covered by another one of its kind hides its page, so each has a desktop of its own.
const weights: Readonly<Record<Toolkit, number>> = { gtk3: 3, gtk4: 2, qt: 3, web: 2 };
const total = running.reduce((sum, toolkit) => sum + weights[toolkit], 0);
const parts = running.flatMap((toolkit): Part[] => {
  const processes = toolkit === "web" ? 2 : 1;
  const count = Math.ceil((Number(values.count) * weights[toolkit]) / total / processes);
  const lanes = toolkit === "web" ? 1 : Number(values.lanes);
  return Array.from({ length: processes }, (_, part) => ({
    ...{ toolkit, count, lanes },
    seed: Number(values.seed) + part * 1_000,
  }));
});
const codes = await Promise.all(parts.map((part) => run(part)));

const seconds = Math.round((performance.now() - startedAt) / 1_000);
const sum = tally(outcomes);
print(table(outcomes, ({ kind }) => kind));
print(table(outcomes, ({ app }) => app));
print(table(outcomes, ({ fault }) => fault));
for (const wrong of outcomes.filter((one) => isFalseDone(one) || isFalseFailure(one))) print(JSON.stringify(wrong));
for (const [reason, count] of countsOf(skips)) print(`no verdict ${count} times: ${reason}`);
print(
  `${sum.n} verdicts in ${seconds} s with seed ${values.seed}: ${sum.falseDone} false done, ${sum.falseFailure} false failures; ` +
    `${sum.late} times the effect came only after the verdict`,
);
if (values.json) print(JSON.stringify(sum));
process.exitCode = codes.some((code) => code !== 0) || outcomes.length === 0 ? 1 : 0;

interface Part {
  readonly toolkit: Toolkit;
  readonly count: number;
  readonly seed: number;
  readonly lanes: number;
}

async function run({ toolkit, count, seed, lanes }: Part): Promise<number | null> {
  const worker = fileURLToPath(new URL("verdicts/worker.js", import.meta.url));
  const child = spawn(process.execPath, [worker, toolkit, String(count), String(seed), String(lanes), values.minutes], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  for await (const text of createInterface({ input: child.stdout })) {
    const one = report.parse(JSON.parse(text));
    if ("effect" in one) outcomes.push(one);
    else skips.push(one);
    if (values.verbose) process.stderr.write(`${text}\n`);
  }
  return await ended;
}

function countsOf(all: readonly Skipped[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { app, deed, skipped } of all) {
    if (skipped === "fault not applicable") continue;
    const reason = `${app}, ${deed}: ${skipped}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
