import type { WindowRef } from "../../../backend.js";
import type { BoundNode } from "../bind.js";
import { splitKeys } from "../../../key-names.js";
import { background, calls, elementArgs, refusePlan, type Plan } from "./plan.js";

/** `return` does nothing in Linux terminals, `enter` works everywhere. Source: cua-driver issue 3657. */
const linuxNames: ReadonlyMap<string, string> = new Map([["return", "enter"]]);

/**
 * A key or a combination such as `ctrl+s`, to a control or, without one, to the window's focused control. On X11 the driver
 * has no background route for keys and refuses; nothing is tried beyond that.
 */
export function planKey(
  platform: "linux" | "macos",
  key: string,
  bound: BoundNode | undefined,
  window: WindowRef,
): Plan {
  const keys = splitKeys(key).map((name) => (platform === "linux" ? (linuxNames.get(name) ?? name) : name));
  const [only] = keys;
  if (only === undefined) return refusePlan("bad_arguments", "`key` names no key; nothing was sent.");
  const target =
    bound === undefined ? { pid: window.pid, window_id: window.windowId } : elementArgs(window, bound.token);
  if (keys.length === 1) return calls({ tool: "press_key", args: { ...target, ...background, key: only } });
  return calls({ tool: "hotkey", args: { ...target, ...background, keys } });
}
