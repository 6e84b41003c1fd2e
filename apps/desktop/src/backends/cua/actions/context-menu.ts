import type { WindowRef } from "../../../backend.js";
import type { BoundNode } from "../bind.js";
import { background, calls, elementArgs, refusePlan, type Plan } from "./plan.js";

/** A right click needs the pointer on Linux, which the driver moves only in the foreground. */
export function planContextMenuLinux(): Plan {
  return refusePlan(
    "foreground_required",
    "A context menu cannot be opened in the background on X11; nothing was sent. Use a command of the menu bar or a button for it.",
  );
}

/** The accessibility action that shows the menu of an element. */
export function planContextMenuMacos({ token }: BoundNode, window: WindowRef): Plan {
  return calls({ tool: "right_click", args: { ...elementArgs(window, token), ...background } });
}
