/**
 * From an action to its verdict: a press on a button of a GTK 3 window behind another one, sent and judged by the native back
 * end, beside cua-driver's bare click on the same button, which judges nothing. Argument: `--json`.
 */
import { setTimeout as delay } from "node:timers/promises";
import { createBackend, startBudget } from "@beans-picker/desktop-process";
import { startFixture } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { startSandbox } from "@beans-picker/sandbox";
import { z } from "zod";
import { median, quantile, rounded } from "./figures.js";
import { actionAt } from "./verdicts/deed.js";
import { openStage } from "./verdicts/stage.js";

const rounds = 30;
const owner = "owner-of-the-act-bench-1";
const options = { deadlineMs: 30_000 };
const state = z.object({
  elements: z.array(z.object({ label: z.string().nullish(), element_token: z.string().nullish() }).loose()),
});

const sandbox = await startSandbox();
Object.assign(process.env, sandbox.env);
const fixture = await startFixture({ env: sandbox.env });
const { pid, windowId } = fixture;
const stage = await openStage({ ...process.env });
const log = createLogger("bench", "silent");
const driver = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "cua", CUA_DRIVER_BIN: "" }, log);
const budget = () => startBudget(new AbortController().signal, options.deadlineMs);
const acts: number[] = [];
const clicks: number[] = [];
const verdicts = new Map<string, number>();
try {
  await driver.describe(budget());
  // In turns, so that both have the machine in the same condition.
  for (let round = 0; round < rounds; round += 1) {
    acts.push(await act());
    clicks.push(await click());
  }
} finally {
  await stage.close();
  await driver.close();
  await fixture.stop();
  await sandbox.stop();
}

const result = { actMs: rounded(median(acts)), driverClickMs: rounded(median(clicks)), ratio: 0 };
result.ratio = Math.round((result.actMs / result.driverClickMs) * 100) / 100;
process.stdout.write(
  `act to verdict: median ${result.actMs} ms, p95 ${rounded(quantile(acts, 0.95))} ms, of ${rounds} presses ` +
    `(${[...verdicts].map(([effect, count]) => `${count} ${effect}`).join(", ")})\n` +
    `cua-driver's click, nothing judged: median ${result.driverClickMs} ms, p95 ${rounded(quantile(clicks, 0.95))} ms\n`,
);
if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(result)}\n`);

/** What a caller waits for once the window has been looked at and the button chosen. */
async function act(): Promise<number> {
  await reset();
  const { snapshotId, snapshot } = await stage.desktop.call("snapshot.take", { owner, pid, windowId }, options);
  const action = actionAt(snapshot, { roles: ["button"], label: "Save" }, { kind: "click" });
  if (action === undefined) throw new Error("The window has no button called Save.");
  const startedAt = performance.now();
  const { watchId } = await stage.verifier.call("watch.begin", { owner, snapshotId, action }, options);
  await stage.desktop.call("action.perform", { owner, snapshotId, action }, options);
  const { verdict } = await stage.verifier.call("watch.judge", { owner, watchId }, options);
  const tookMs = performance.now() - startedAt;
  verdicts.set(verdict.effect, (verdicts.get(verdict.effect) ?? 0) + 1);
  return tookMs;
}

async function click(): Promise<number> {
  await reset();
  const look = await driver.callDriver(
    "get_window_state",
    { pid, window_id: windowId, include_screenshot: false },
    budget(),
  );
  const button = state.parse(look.structured).elements.find(({ label }) => label === "Save");
  const token = button?.element_token;
  if (typeof token !== "string") throw new Error("The driver shows no button called Save.");
  const { saves } = await fixture.state();
  const startedAt = performance.now();
  const answer = await driver.callDriver("click", { pid, window_id: windowId, element_token: token }, budget());
  const tookMs = performance.now() - startedAt;
  if (answer.isError) throw new Error(`click: ${answer.code ?? answer.text}`);
  await fixture.waitFor((now) => now.saves > saves);
  return tookMs;
}

async function reset(): Promise<void> {
  await fixture.set({ status: "Ready" });
  await delay(100);
}
