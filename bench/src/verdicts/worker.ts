/**
 * Runs one toolkit's part of the verdict bench on a desktop of its own and prints each verdict as a line of JSON, until its
 * standard input ends. Its argument is a {@link Part} as JSON.
 */
import { startSandbox } from "@beans-picker/sandbox";
import { openLane, type Lane } from "./lanes.js";
import type { Report } from "./outcome.js";
import { part } from "./part.js";
import { openStage } from "./stage.js";

/** After so many failures one after the other an app is not started again. */
const mostFailures = 6;

const { toolkit, seed, lanes, first, step, known } = part.parse(JSON.parse(process.argv[2] ?? ""));
const done = new Set(known);
let next = first;
let isTold = false;
process.stdin.resume().once("end", () => (isTold = true));

const sandbox = await startSandbox({ size: { width: 1600, height: 1000 } });
// What a back end in this process opens, it finds by this process's environment.
// Without a graphics card GTK 4 draws many times faster so.
Object.assign(process.env, sandbox.env, { GSK_RENDERER: "cairo" });
const stage = await openStage({ ...process.env });
try {
  await Promise.all(Array.from({ length: lanes }, () => runLane()));
} finally {
  await stage.close();
  await sandbox.stop();
}

async function runLane(): Promise<void> {
  let lane: Lane | undefined;
  let failures = 0;
  try {
    while (!isTold && failures < mostFailures) {
      const at = nextCase();
      try {
        lane ??= await openLane(toolkit, sandbox, stage, seed);
        tell(await lane.run(at));
        failures = 0;
      } catch (error) {
        failures += 1;
        const skipped = error instanceof Error ? error.message : String(error);
        tell({ app: toolkit, at, deed: "", fault: "none", skipped });
        const broken = lane;
        lane = undefined;
        await broken?.close().catch(() => undefined);
      }
    }
  } finally {
    await lane?.close();
  }
}

function nextCase(): number {
  while (done.has(next)) next += step;
  next += step;
  return next - step;
}

function tell(report: Report): void {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
