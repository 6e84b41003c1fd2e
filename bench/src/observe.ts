/**
 * How long a look takes, window by window: cua-driver's `get_window_state` (the tree alone) against our own reading of the
 * accessibility bus, on real apps that stand in one headless desktop. Arguments: `--json`, and names of apps.
 */
import { spawnSync } from "node:child_process";
import { type Sandbox, startSandbox } from "@beans-picker/sandbox";
import type { DesktopBackend } from "@beans-picker/desktop-process";
import { median } from "./figures.js";
import { type App, apps, type Opened } from "./observe/apps.js";
import { findWindow, settled } from "./observe/find-window.js";
import { budget, measure, openDriver, openNative, type Reading } from "./observe/measure.js";

type Row = { readonly app: App; readonly reading: Reading } | { readonly app: App; readonly problem: string };

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const unknown = wanted.filter((name) => !apps.some((app) => app.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No such app: ${unknown.join(", ")}. There are: ${apps.map(({ name }) => name).join(", ")}\n`);
  process.exit(1);
}

const sandbox = await startSandbox();
const rows: Row[] = [];
try {
  // The driver in this process finds the desktop by this process's environment.
  Object.assign(process.env, sandbox.env);
  const [driver, native] = [openDriver(), openNative()];
  await Promise.all([driver.describe(budget()), native.describe(budget())]);
  process.stdout.write(
    `${line(["app", "toolkit", "nodes", "in menus", "objects", "driver nodes", "driver ms", "cold ms", "warm ms", "whole"])}\n`,
  );
  for (const app of apps) {
    if (wanted.length > 0 && !wanted.includes(app.name)) continue;
    const row = await rowOf(app, sandbox, driver, native);
    rows.push(row);
    process.stdout.write(`${tell(row)}\n`);
  }
  await Promise.all([driver.close(), native.close()]);
} finally {
  await sandbox.stop();
}

const readings = rows.flatMap((row) => ("reading" in row ? [{ app: row.app.name, ...row.reading }] : []));
const missing = rows.flatMap((row) => ("problem" in row ? [{ app: row.app.name, problem: row.problem }] : []));
const medianRatioCold = ratio(({ coldMs }) => coldMs);
const medianRatioWarm = ratio(({ warmMs }) => warmMs);
const compared = readings.filter(({ driverMs }) => driverMs !== null).length;
process.stdout.write(
  process.argv.includes("--json")
    ? `${JSON.stringify({ apps: readings, missing, medianRatioCold, medianRatioWarm })}\n`
    : `${readings.length} apps; over ${compared} of them the median look is ${medianRatioCold} times as fast cold and ${medianRatioWarm} times warm\n`,
);

async function rowOf(app: App, sandbox: Sandbox, driver: DesktopBackend, native: DesktopBackend): Promise<Row> {
  if (spawnSync("sh", ["-c", 'command -v "$0"', app.program]).status !== 0) {
    return { app, problem: `not installed: apt-get install ${app.package}` };
  }
  const before = new Set((await native.listWindows({}, budget())).map(({ windowId }) => windowId));
  let opened: Opened | undefined;
  try {
    opened = await app.open(sandbox);
    const window = "windowId" in opened ? opened : await findWindow(native, before);
    await settled(native, window);
    return { app, reading: await measure(app.driverHangs === true ? null : driver, window) };
  } catch (error) {
    return { app, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    await opened?.stop();
  }
}

/** How many times as long the driver takes, over the apps that both were measured on. */
function ratio(of: (reading: Reading) => number): number {
  const ratios = readings.flatMap((reading) => (reading.driverMs === null ? [] : [reading.driverMs / of(reading)]));
  return Math.round(median(ratios) * 100) / 100;
}

function tell(row: Row): string {
  if ("problem" in row) return line([row.app.name, row.app.toolkit, `not measured: ${row.problem}`]);
  const { nodes, menus, objects, driverNodes, driverMs, coldMs, warmMs, complete, reasons } = row.reading;
  const whole = complete ? "yes" : reasons.join(", ");
  const times = [driverMs ?? "-", coldMs, warmMs];
  return line([row.app.name, row.app.toolkit, nodes, menus, objects, driverNodes ?? "?", ...times, whole]);
}

function line(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) => (index < 2 ? String(cell).padEnd(26 - index * 16) : String(cell).padStart(13)))
    .join("");
}
