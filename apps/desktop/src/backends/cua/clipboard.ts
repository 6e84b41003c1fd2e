import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import type { ClipboardContent, ClipboardItem } from "../../backend.js";
import type { CallBudget } from "../../budget.js";
import type { CuaDriver } from "./driver.js";
import { readAnswer } from "./refusal.js";

const held = z.looseObject({
  types: z.array(z.string()),
  text: z.string().nullish(),
});

/** Rejects with `unsupported` when there is no clipboard to read, which on X11 is also the answer when it is empty. */
export async function readClipboard(driver: CuaDriver, budget: CallBudget): Promise<ClipboardContent> {
  const reply = await driver.call("clipboard_read", { include_text: true }, "reads", budget);
  const answer = readAnswer(reply);
  if (answer.kind === "refused") throw refused(answer.refusal.code, "read", "not_delivered");
  const content = held.safeParse(reply.structured);
  if (!content.success) throw new CodedError("driver_error", "The driver's clipboard answer has no list of types.");
  return { types: content.data.types, text: content.data.text ?? null };
}

/** Answers with the types the driver says are there now; reading them back is the caller's proof. */
export async function writeClipboard(
  driver: CuaDriver,
  item: ClipboardItem,
  budget: CallBudget,
): Promise<readonly string[]> {
  const args = "text" in item ? { text: item.text } : { image_path: item.imagePath };
  const reply = await driver.call("clipboard_write", args, "acts", budget);
  const answer = readAnswer(reply);
  if (answer.kind === "refused") throw refused(answer.refusal.code, "written", answer.delivery);
  return held.safeParse(reply.structured).data?.types ?? [];
}

function refused(driverCode: string, done: "read" | "written", delivery: "not_delivered" | "uncertain"): CodedError {
  const details = { driverCode };
  if (driverCode === "protected_resource_scope_invalid") {
    return new CodedError("bad_path", "The picture does not exist or is not a regular file; nothing was copied.", {
      delivery,
      details,
    });
  }
  const empty = done === "read" ? " On X11 this is also the answer when nothing was copied yet." : "";
  return new CodedError("unsupported", `The clipboard could not be ${done}.${empty}`, { delivery, details });
}
