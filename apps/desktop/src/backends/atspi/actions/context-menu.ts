import { refuse } from "../../../bind.js";
import type { Plan } from "../steps.js";

/** Every toolkit's open menu takes the keyboard and the pointer from the app in front (an X11 grab). */
export function planContextMenu(): Plan {
  return refuse(
    "foreground_required",
    "An open context menu takes the keyboard from the app in front; nothing was sent. Use a command of the menu bar or a button for it.",
  );
}
