import type { WindowRef } from "../../../backend.js";
import { splitKeys } from "../../../key-names.js";
import type { BoundMenu } from "../bind.js";
import { background, calls, elementArgs, refusePlan, type Plan } from "./plan.js";

/** Presses a menu command on Linux. The item of a closed menu can be pressed; the menu bar is never opened. */
export function planMenuLinux({ token }: BoundMenu, window: WindowRef): Plan {
  return calls({ tool: "click", args: { ...elementArgs(window, token), ...background } });
}

/** Sends a menu command's keys on macOS. One without known keys could only be chosen with the app in front. */
export function planMenuMacos({ command }: BoundMenu, window: WindowRef): Plan {
  if (command.shortcut === undefined) return refusePlan("foreground_required");
  const keys = splitKeys(command.shortcut);
  if (keys.length < 2) return refusePlan("foreground_required");
  return calls({
    tool: "hotkey",
    args: { pid: window.pid, window_id: window.windowId, keys, ...background },
    step: `bg:${keys.join("+")}`,
  });
}
