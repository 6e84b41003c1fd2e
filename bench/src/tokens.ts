/**
 * How many tokens the answers cost that a client gives to its model, against the raw driver's `get_window_state` of the same
 * windows. Arguments: `--data DIR` compares recorded windows of that folder (one folder each, with a `driver.json`) instead of
 * our own recordings; `--json`.
 */
import { startSandbox } from "@beans-picker/sandbox";
import { median, quantile } from "./figures.js";
import { measureLive } from "./tokens/live.js";
import { compareRecorded } from "./tokens/recorded.js";

const at = process.argv.indexOf("--data");
const recorded = compareRecorded(at < 0 ? undefined : process.argv[at + 1]);
const sandbox = await startSandbox();
const live = await measureLive(sandbox).finally(() => sandbox.stop());
const windows = [...recorded, ...live.windows];
const observed = windows.map(({ observe }) => observe);

const figures = {
  medianRatio: Math.round(median(windows.map(({ driver, observe }) => observe / driver)) * 1000) / 1000,
  observeMedian: Math.round(median(observed)),
  observeP95: Math.round(quantile(observed, 0.95)),
  actMedian: Math.round(median(live.acts)),
  toolsListBytes: live.toolsListBytes,
};
if (process.argv.includes("--json")) {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} else {
  for (const { name, driver, observe } of windows) {
    const cells = [driver, observe, (observe / driver).toFixed(3)].map((cell) => String(cell).padStart(9));
    process.stdout.write(`${name.padEnd(40)}${cells.join("")}\n`);
  }
  const all = [...observed, ...live.acts];
  process.stdout.write(
    `\n${windows.length} windows: observe ${figures.observeMedian} tokens (p95 ${figures.observeP95}), ` +
      `${figures.medianRatio} of the driver's get_window_state (median ratio)\n` +
      `${live.acts.length} acts: ${figures.actMedian} tokens (${live.acts.join(", ")})\n` +
      `all results: median ${Math.round(median(all))}, p95 ${Math.round(quantile(all, 0.95))}\n` +
      `tools/list: ${figures.toolsListBytes} bytes of names, descriptions and input schemas; ${live.toolsListTokens} tokens in all\n`,
  );
}
