/**
 * Runs one toolkit's part of the verdict bench on a desktop of its own and prints each verdict as a line of JSON.
 * Arguments: toolkit, number of verdicts, seed, windows at a time.
 */
import { setTimeout as delay } from "node:timers/promises";
import { startSandbox } from "@beans-picker/sandbox";
import { openStage } from "./stage.js";
import { isToolkit, openLane } from "./lanes.js";
import { faultNames, randomNumbers } from "./faults.js";
import type { Report } from "./outcome.js";

const [toolkit, count, seed, lanes] = process.argv.slice(2);
if (toolkit === undefined || !isToolkit(toolkit)) throw new Error(`No such toolkit: ${String(toolkit)}`);
const wanted = Number(count);
/** A case that gives no verdict is no reason to go on for ever. */
const mostTries = wanted * 4;

const sandbox = await startSandbox();
// What a back end in this process opens, it finds by this process's environment.
Object.assign(process.env, sandbox.env);
const stage = await openStage({ ...process.env });
let verdicts = 0;
let tries = 0;
try {
  await Promise.all(Array.from({ length: Number(lanes) }, (_, index) => runLane(index)));
} finally {
  await stage.close();
  await sandbox.stop();
}

async function runLane(index: number): Promise<void> {
  if (toolkit === undefined || !isToolkit(toolkit)) return;
  const random = randomNumbers(Number(seed) * 1_000 + index);
  // Browsers that start at the same moment get in each other's way.
  await delay(index * 1_500);
  let lane = await openLane(toolkit, sandbox.env, stage, random);
  try {
    while (verdicts < wanted && tries < mostTries) {
      const fault = faultNames[Math.floor(random() * faultNames.length)] ?? "none";
      tries += 1;
      try {
        const report = await lane.run(fault);
        if ("effect" in report) verdicts += 1;
        tell(report);
      } catch (error) {
        tell({ app: toolkit, deed: lane.last(), fault, skipped: error instanceof Error ? error.message : String(error) });
        await lane.close();
        lane = await openLane(toolkit, sandbox.env, stage, random);
      }
    }
  } finally {
    await lane.close();
  }
}

function tell(report: Report): void {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
