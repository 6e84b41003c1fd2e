import type { Refusal } from "@beans-picker/desktop";
import type { codes } from "@beans-picker/shared";
import type { WindowRef } from "../../../backend.js";
import { refuse } from "../../../bind.js";

/** One call of a driver tool. */
export interface PlannedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What this call adds to the route beside the driver's own word for it, when the action takes more than one call. */
  readonly step?: string;
}

/** The calls that carry an action out, in order, or why none is sent. */
export type Plan =
  { readonly ok: true; readonly calls: readonly PlannedCall[] } | { readonly ok: false; readonly refusal: Refusal };

export function calls(...planned: readonly PlannedCall[]): Plan {
  return { ok: true, calls: planned };
}

/** Refuses for a reason of our own; `advice` is the sentence that tells what to do instead. */
export function refusePlan(code: keyof typeof codes, message?: string): Plan {
  return refuse(code, message);
}

/** The window with the element, so that the driver itself checks that they belong together. */
export function elementArgs(window: WindowRef, token: string): Readonly<Record<string, unknown>> {
  return { pid: window.pid, window_id: window.windowId, element_token: token };
}

export const background = { delivery_mode: "background" } as const;
