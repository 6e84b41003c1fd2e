import type { WindowEntry } from "@beans-picker/desktop";
import type { LaunchResult } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import type { LaunchRequest } from "../../backend.js";
import { pause, type CallBudget } from "../../budget.js";
import { listWindows } from "./discover.js";
import type { CuaDriver } from "./driver.js";
import { readAnswer } from "./refusal.js";

/** Looks for a window this often and this many times. Source: beans-picker 0.5 seed. */
const CHECK_MS = 150;
const CHECKS = 34;

const launched = z.looseObject({
  pid: z.int().positive().nullish().catch(null),
  name: z.string().optional().catch(undefined),
});

/** The driver's words for "there is no such app", as opposed to one that did not start. */
const missing =
  /matches no installed|not an executable|not found|could ?n[o']t (be )?f(i|ou)nd|no (such )?app|unable to find/i;

/**
 * Starts an app and waits for its window. Whether the driver brought it to the front is not looked at here: the caller
 * watches the front app and gives it back.
 */
export async function launchApp(
  driver: CuaDriver,
  platform: "linux" | "macos",
  request: LaunchRequest,
  budget: CallBudget,
): Promise<LaunchResult> {
  const args = launchArguments(platform, request);
  const before = new Set((await listWindows(driver, {}, budget)).map(({ windowId }) => windowId));
  const reply = await driver.call("launch_app", args, "acts", budget);
  const answer = readAnswer(reply);
  if (answer.kind === "refused") {
    const code = missing.test(reply.text) ? "app_not_found" : "launch_failed";
    throw new CodedError(code, undefined, {
      delivery: code === "app_not_found" ? "not_delivered" : answer.delivery,
      details: { driverCode: answer.refusal.code },
    });
  }
  const facts = launched.safeParse(reply.structured).data;
  const asked = request.name ?? request.bundleId ?? "";
  const found = await waitForWindows(driver, facts?.pid ?? null, before, budget);
  return { pid: facts?.pid ?? found.pid, name: facts?.name ?? asked, windows: found.windows };
}

/** What the driver is told. A bundle id wins over a name; Linux has none. Pure. */
export function launchArguments(
  platform: "linux" | "macos",
  { bundleId, name, urls, newInstance }: LaunchRequest,
): Readonly<Record<string, unknown>> {
  const useBundle = platform === "macos" && bundleId !== undefined;
  if (!useBundle && name === undefined && (urls === undefined || urls.length === 0)) {
    const missingName = platform === "linux" && bundleId !== undefined ? "Linux has no bundle ids; give `name`." : "";
    throw new CodedError("bad_arguments", `No app was named; nothing was started. ${missingName}`.trim(), {
      delivery: "not_delivered",
    });
  }
  return {
    ...(useBundle ? { bundle_id: bundleId } : name === undefined ? {} : { name }),
    ...(urls === undefined || urls.length === 0 ? {} : { urls: [...urls] }),
    ...(platform === "macos" && newInstance === true ? { creates_new_application_instance: true } : {}),
  };
}

/**
 * The app's windows as soon as there are any, else none. Where the driver's pid owns no window, because a starter process
 * handed over to another, the windows that came up since are taken when they all belong to one process.
 */
async function waitForWindows(
  driver: CuaDriver,
  pid: number | null,
  before: ReadonlySet<number>,
  budget: CallBudget,
): Promise<{ pid: number | null; windows: WindowEntry[] }> {
  let latest: WindowEntry[] = [];
  for (let check = 0; check < CHECKS; check += 1) {
    try {
      latest = await listWindows(driver, {}, budget);
    } catch {
      break;
    }
    const own = latest.filter((window) => pid !== null && window.pid === pid);
    if (own.length > 0) return { pid, windows: own };
    if (!(await pause(CHECK_MS, budget))) break;
  }
  const fresh = latest.filter((window) => !before.has(window.windowId) && window.pid !== null);
  const owners = new Set(fresh.map((window) => window.pid));
  const [owner] = owners;
  return owners.size === 1 && owner !== undefined ? { pid: owner, windows: fresh } : { pid, windows: [] };
}
