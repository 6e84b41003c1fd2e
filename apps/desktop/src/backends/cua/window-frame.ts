import type { Frame } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import type { WindowRef } from "../../backend.js";
import { pause, type CallBudget } from "../../budget.js";
import { listWindows } from "./discover.js";
import type { CuaDriver } from "./driver.js";
import { readAnswer } from "./refusal.js";

/** A window manager answers within a few milliseconds; after this the frame it has is the answer. */
const SETTLE_MS = 500;
const POLL_MS = 25;

/** Asks the window manager for a frame and reads the one it granted. */
export async function setWindowFrame(
  driver: CuaDriver,
  window: WindowRef,
  frame: Frame,
  budget: CallBudget,
): Promise<Frame | null> {
  const listed = (await listWindows(driver, {}, budget)).find(({ windowId }) => windowId === window.windowId);
  if (listed === undefined || (listed.pid !== null && listed.pid !== window.pid)) {
    throw new CodedError("window_not_found", undefined, { delivery: "not_delivered" });
  }
  const args = { pid: window.pid, window_id: window.windowId, ...frame };
  const reply = await driver.call("set_window_frame", args, "acts", budget);
  const answer = readAnswer(reply);
  if (answer.kind === "refused") {
    throw new CodedError("driver_error", answer.refusal.message, {
      delivery: answer.delivery,
      details: { driverCode: answer.refusal.code },
    });
  }
  return await readSettled(driver, window, frame, budget);
}

/** From here on the request was sent: a frame that cannot be read is `null`, not an error. */
async function readSettled(
  driver: CuaDriver,
  { windowId }: WindowRef,
  wanted: Frame,
  budget: CallBudget,
): Promise<Frame | null> {
  let seen: Frame | null = null;
  for (let waited = 0; waited <= SETTLE_MS; waited += POLL_MS) {
    try {
      seen = (await listWindows(driver, {}, budget)).find((window) => window.windowId === windowId)?.bounds ?? null;
    } catch {
      return seen;
    }
    if (seen !== null && sameFrame(seen, wanted)) return seen;
    if (!(await pause(POLL_MS, budget))) return seen;
  }
  return seen;
}

function sameFrame(left: Frame, right: Frame): boolean {
  return left.x === right.x && left.y === right.y && left.width === right.width && left.height === right.height;
}
