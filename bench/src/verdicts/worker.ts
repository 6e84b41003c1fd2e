/**
 * Runs one toolkit's part of the verdict bench on a desktop of its own and prints each verdict as a line of JSON.
 * Arguments: toolkit, number of verdicts, seed, windows at a time, minutes to take at most.
 */
import { setTimeout as delay } from "node:timers/promises";
import { startSandbox } from "@beans-picker/sandbox";
import { openStage } from "./stage.js";
import { isToolkit, openLane, type Lane } from "./lanes.js";
import { faultNames, randomNumbers } from "./faults.js";
import type { Report } from "./outcome.js";

const [toolkit, count, seed, lanes, minutes] = process.argv.slice(2);
if (toolkit === undefined || !isToolkit(toolkit)) throw new Error(`No such toolkit: ${String(toolkit)}`);
const wanted = Number(count);
/** A case that gives no verdict is no reason to go on for ever. */
const mostTries = wanted * 4;
const mostStarts = 4;

const endAt = performance.now() + Number(minutes) * 60_000;

const sandbox = await startSandbox();
// What a back end in this process opens, it finds by this process's environment.
// Without a graphics card GTK 4 draws many times faster so.
Object.assign(process.env, sandbox.env, { GSK_RENDERER: "cairo" });
const env = { ...sandbox.env, GSK_RENDERER: "cairo" };
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
  const open = async (): Promise<Lane> => {
    for (let left = mostStarts; ; left -= 1) {
      try {
        return await openLane(toolkit, env, stage, random);
      } catch (error) {
        // On a machine that is busy an app may take longer than its start is given.
        if (left <= 1) throw error;
      }
    }
  };
  let lane = await open();
  try {
    while (verdicts < wanted && tries < mostTries && performance.now() < endAt) {
      const fault = faultNames[Math.floor(random() * faultNames.length)] ?? "none";
      tries += 1;
      try {
        const report = await lane.run(fault);
        if ("effect" in report) verdicts += 1;
        tell(report);
      } catch (error) {
        tell({
          app: toolkit,
          deed: lane.last(),
          fault,
          skipped: error instanceof Error ? error.message : String(error),
        });
        await lane.close();
        lane = await open();
      }
    }
  } finally {
    await lane.close();
  }
}

function tell(report: Report): void {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
