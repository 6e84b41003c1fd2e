import type { Delivery } from "@beans-picker/shared";
import { codes, isCode } from "@beans-picker/shared";
import type { Performed, Refusal } from "@beans-picker/desktop";
import { z } from "zod";
import type { DriverReply } from "./transport.js";

/** What the driver's reply says, whichever of its shapes it used. */
export type Answer =
  | { readonly kind: "accepted"; readonly route: string | null; readonly hint: Performed["hint"] }
  | {
      readonly kind: "refused";
      readonly refusal: Refusal;
      /** `not_delivered` only when the driver is known to have stopped before it did anything. */
      readonly delivery: Extract<Delivery, "not_delivered" | "uncertain">;
    };

/** Fields in which the driver tells that it did not do what was asked. Source: cua-driver 0.28 contract. */
const structure = z.looseObject({
  code: z.string().optional().catch(undefined),
  error_code: z.string().optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  effect: z.string().optional().catch(undefined),
  route: z.string().max(64).optional().catch(undefined),
  refusal: z
    .looseObject({ code: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

const wellFormedCode = /^[A-Za-z0-9_.-]{1,64}$/;
/** Browser actions carry their code in the text alone. */
const codeInText = /^refused \(([A-Za-z0-9_.-]{1,64})\)/;

/** Refusals that the driver also gives after it has begun, so that something may have happened. Source: cua-driver issues 3809, 3841, 3835. */
const afterSending: ReadonlySet<string> = new Set([
  "failed",
  "delivery_failed",
  "type_text_incomplete",
  "typed_output_mismatch",
  "action_outcome_mismatch",
  "browser_input_incomplete",
]);

/** Refusals that a fresh look can cure. */
const curedByLooking: ReadonlySet<string> = new Set([
  "stale_element_token",
  "invalid_element_token",
  "generation_mismatch",
  "element_not_visible",
  "element_outside_target_window",
  "window_target_not_found",
  "px_frame_mismatch",
  "session_ended",
  "browser_ref_stale",
  "browser_binding_stale",
]);

/**
 * Errors that come as text only. The text itself is never passed on: it may quote what was typed or what is on the screen.
 * Source: measured with cua-driver 0.28.2 on Linux and read in its macOS sources.
 */
const textOnly: readonly { pattern: RegExp; code: string; message: string; sent: boolean }[] = [
  {
    pattern: /is stale or no longer running/,
    code: "window_not_found",
    message: "The window is gone or belongs to another process; nothing was done.",
    sent: false,
  },
  {
    pattern: /^Unknown tool\b/,
    code: "unknown_driver_tool",
    message: codes.unknown_driver_tool.meaning,
    sent: false,
  },
  {
    pattern: /^Missing required|^Invalid (type|argument)/,
    code: "driver_arguments_invalid",
    message: "The driver misses an argument or got one of the wrong type; nothing was done.",
    sent: false,
  },
  {
    pattern: /exposes neither EditableText nor Value/,
    code: "tool_error",
    message: "The control takes no text and no value from outside; nothing was written.",
    sent: false,
  },
  {
    pattern: /is not numeric for a Value element/,
    code: "tool_error",
    message: "The control takes numbers only; nothing was written.",
    sent: false,
  },
  {
    pattern: /AX action failed/,
    code: "ax_action_failed",
    message: "The app answered that it did not carry the press out; apps also say that of what they did.",
    sent: true,
  },
  {
    pattern: /not found in cache|call get_window_state first/,
    code: "stale_element_token",
    message: "The driver no longer knows the control from that look; nothing was done.",
    sent: false,
  },
];

/** Reads a reply. Any one sign of a refusal is enough, because some refusals are not marked as errors. */
export function readAnswer(reply: DriverReply): Answer {
  const parsed = structure.safeParse(reply.structured);
  const fields = parsed.success ? parsed.data : {};
  const code = findCode(reply, fields);
  const saysRefused = fields.status === "refused" || fields.effect === "refused" || fields.status === "unavailable";
  if (fields.effect === "failed") return refused(code ?? "failed", false);
  if (reply.isError || code !== null || saysRefused) {
    const known = code === null ? textOnly.find(({ pattern }) => pattern.test(reply.text)) : undefined;
    if (known !== undefined) {
      return refused(known.code, !known.sent, known.message);
    }
    return refused(code ?? "tool_error", saysRefused || (code !== null && !afterSending.has(code)));
  }
  return { kind: "accepted", route: fields.route ?? null, hint: readHint(fields.effect) };
}

type Fields = Partial<z.infer<typeof structure>>;

function findCode(reply: DriverReply, fields: Fields): string | null {
  const given = [reply.code, fields.refusal?.code, fields.code, fields.error_code, codeInText.exec(reply.text)?.[1]];
  const found = given.find((text) => text !== null && text !== undefined && text !== "");
  if (found === undefined || found === null) return null;
  return wellFormedCode.test(found) ? found : "tool_error";
}

function refused(code: string, safe: boolean, message: string = describe(code, safe)): Answer {
  const stopped = safe && !afterSending.has(code);
  return {
    kind: "refused",
    refusal: { code, message, retry: stopped && curedByLooking.has(code) },
    delivery: stopped ? "not_delivered" : "uncertain",
  };
}

function describe(code: string, safe: boolean): string {
  if (isCode(code)) return codes[code].meaning;
  return safe
    ? `The driver refused the call (${code}); nothing was done.`
    : `The driver reported a failure (${code}); the action may have happened.`;
}

function readHint(effect: string | undefined): Performed["hint"] {
  switch (effect) {
    case "confirmed":
    case "partial":
    case "unverifiable":
    case "suspected_noop":
      return effect;
    default:
      return undefined;
  }
}
