import type { Frame } from "@beans-picker/desktop";
import { defaultMaxFrameBytes, type Capture } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import type { WindowRef } from "../../backend.js";
import type { CallBudget } from "../../budget.js";
import { verifyPng } from "../../png.js";
import type { Connection, CuaDriver } from "./driver.js";
import { readAnswer } from "./refusal.js";
import type { DriverReply } from "./transport.js";

/** Longest sides to ask for, full size first: without a wish the driver gives 1568 pixels. A picture must fit a message. */
const SIZES = [16_384, 2_560, 1_280];
/** The rest of the message is far smaller than this. */
const MAX_PICTURE_BYTES = defaultMaxFrameBytes - 64 * 1024;

const size = z.int().positive();
const pictured = z.looseObject({
  screenshot_width: size.optional().catch(undefined),
  screenshot_height: size.optional().catch(undefined),
  screenshot_frame_valid: z.boolean().optional().catch(undefined),
  screenshot_error: z.looseObject({ code: z.string().optional() }).nullish().catch(undefined),
  window_id: z.number().optional().catch(undefined),
  window_bounds: z
    .object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
    .optional()
    .catch(undefined),
  screen_width: size.optional().catch(undefined),
});

/** A picture of one window alone, at the largest size that fits a message. */
export async function captureWindow(driver: CuaDriver, window: WindowRef, budget: CallBudget): Promise<Capture> {
  const connection = await driver.connection(budget);
  const canResize = connection.offers("get_window_state", "max_dimension");
  for (const longest of canResize ? SIZES : []) {
    const capture = await pictureOf(driver, window, connection, longest, budget);
    if (capture.png.length <= MAX_PICTURE_BYTES) return capture;
  }
  return fitting(await pictureOf(driver, window, connection, undefined, budget));
}

async function pictureOf(
  driver: CuaDriver,
  window: WindowRef,
  connection: Connection,
  longest: number | undefined,
  budget: CallBudget,
): Promise<Capture> {
  const args = {
    pid: window.pid,
    window_id: window.windowId,
    include_screenshot: true,
    // Without the tree if the driver can leave it out, else with as little of it as possible.
    ...(connection.offers("get_window_state", "include_accessibility_tree")
      ? { include_accessibility_tree: false }
      : { max_elements: 1 }),
    ...(longest === undefined ? {} : { max_dimension: longest }),
  };
  const reply = await driver.call("get_window_state", args, "reads", budget);
  const answer = readAnswer(reply);
  if (answer.kind === "refused" && answer.refusal.code === "window_not_found") throw new CodedError("window_not_found");
  const facts = readFacts(reply);
  if (facts.window_id !== undefined && facts.window_id !== window.windowId) throw new CodedError("window_not_found");
  return await checked(reply, facts, facts.window_bounds);
}

/** A picture of the primary display. */
export async function captureScreen(driver: CuaDriver, budget: CallBudget): Promise<Capture> {
  const reply = await driver.call("get_desktop_state", {}, "reads", budget);
  const facts = readFacts(reply);
  const width = facts.screen_width;
  return fitting(await checked(reply, facts, width === undefined ? undefined : { x: 0, y: 0, width, height: 1 }));
}

function fitting(capture: Capture): Capture {
  if (capture.png.length <= MAX_PICTURE_BYTES) return capture;
  throw new CodedError("capture_failed", "The picture is larger than 8 MiB; picture one window instead of the screen.");
}

type Facts = Partial<z.infer<typeof pictured>>;

function readFacts(reply: DriverReply): Facts {
  return pictured.safeParse(reply.structured).data ?? {};
}

async function checked(reply: DriverReply, facts: Facts, unit: Frame | undefined): Promise<Capture> {
  const answer = readAnswer(reply);
  const [image] = reply.images;
  if (answer.kind === "refused") {
    throw new CodedError("capture_failed", undefined, { details: { driverCode: answer.refusal.code } });
  }
  if (image === undefined || facts.screenshot_frame_valid === false || facts.screenshot_error) {
    const driverCode = facts.screenshot_error?.code;
    throw new CodedError("capture_failed", undefined, driverCode === undefined ? {} : { details: { driverCode } });
  }
  const { width, height } = await verifyPng(image.bytes);
  if ((facts.screenshot_width ?? width) !== width || (facts.screenshot_height ?? height) !== height) {
    throw new CodedError(
      "unsafe_driver_output",
      "The driver's picture has another size than it says; it was discarded.",
    );
  }
  return { png: image.bytes, width, height, scale: unit === undefined ? 1 : width / unit.width };
}
