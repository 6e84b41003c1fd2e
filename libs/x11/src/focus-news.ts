import type { Display } from "./display.js";
import { sendTo } from "./ping.js";

/** Source: X11 protocol, appendix B, FocusIn and FocusOut. */
const events = { in: 9, out: 10 } as const;
const nonlinear = 3;

/**
 * Tells the app that owns a window, and nobody else, that the window has got or lost the focus; the focus itself stays where
 * it is. Qt says which of its controls has the focus only while it takes one of its windows for the one in front. False when
 * the window is gone.
 */
export function tellFocus(display: Display, windowId: number, news: "in" | "out"): Promise<boolean> {
  const event = Buffer.alloc(32);
  event.writeUInt8(events[news], 0);
  event.writeUInt8(nonlinear, 1);
  event.writeUInt32LE(windowId, 4);
  return sendTo(display, windowId, 0, event);
}
