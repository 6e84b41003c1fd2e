import { createInterface } from "node:readline";
import { record, type StopReason } from "./recorder.js";
import { recorderOrder, stopWords } from "./reports.js";

/**
 * The recorder: a process of its own, so that a recording is finished and published although the watcher that asked for it
 * dies, and so that pictures do not hold up the watcher. Its standard input is the leash.
 */
const order = recorderOrder.parse(JSON.parse(process.argv[2] ?? ""));

const stop = new Promise<StopReason>((resolve) => {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => resolve(line === stopWords.stopped ? "stopped" : "shutdown"));
  lines.on("close", () => resolve("shutdown"));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => resolve("shutdown"));
});
// Nobody may be left to read the reports.
process.stdout.on("error", () => undefined);

await record(order, {
  env: process.env,
  platform: process.platform,
  now: () => performance.now(),
  self: process.pid,
  stop,
  report: (report) => void process.stdout.write(`${JSON.stringify(report)}\n`),
});
process.exit(0);
