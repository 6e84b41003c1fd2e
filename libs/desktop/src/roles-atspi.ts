import type { Role } from "./roles.js";

/**
 * AT-SPI role names, as the accessibility bus and cua-driver print them, to our roles. GTK 4, Qt and Chromium use newer
 * or their own names for some roles, so several names lead to one role. A role that depends on more than its name (a
 * text of one line or several, a menu item with a check mark) is settled in `atspiRole`.
 * Source: AT-SPI 2 role names, and 54 recorded windows of GTK 3, GTK 4, Qt 5, LibreOffice and Chromium.
 */
export const atspiRoles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["alert", "alert"],
  ["animation", "image"],
  ["application", "group"],
  ["article", "group"],
  ["autocomplete", "combobox"],
  ["block quote", "group"],
  ["button", "button"],
  ["calendar", "table"],
  ["canvas", "image"],
  ["caption", "text"],
  ["cell", "cell"],
  ["check box", "checkbox"],
  ["check menu item", "menuitem"],
  ["color chooser", "group"],
  ["column header", "column"],
  ["combo box", "popup"],
  ["date editor", "group"],
  ["desktop frame", "window"],
  ["desktop icon", "image"],
  ["dial", "slider"],
  ["dialog", "dialog"],
  ["directory pane", "group"],
  ["document email", "webarea"],
  ["document frame", "webarea"],
  ["document presentation", "group"],
  ["document spreadsheet", "group"],
  ["document text", "group"],
  ["document web", "webarea"],
  ["drawing area", "image"],
  ["editbar", "textfield"],
  ["entry", "textfield"],
  ["file chooser", "dialog"],
  ["filler", "group"],
  ["font chooser", "dialog"],
  ["form", "group"],
  ["frame", "window"],
  ["graphic", "image"],
  ["grid", "table"],
  ["grid cell", "cell"],
  ["group", "group"],
  ["grouping", "group"],
  ["heading", "heading"],
  ["html container", "group"],
  ["icon", "image"],
  ["image", "image"],
  ["image map", "image"],
  ["info bar", "group"],
  ["internal frame", "group"],
  ["label", "text"],
  ["landmark", "group"],
  ["layered pane", "group"],
  ["level bar", "progress"],
  ["link", "link"],
  ["list", "list"],
  ["list box", "list"],
  ["list item", "listitem"],
  ["log", "group"],
  ["marquee", "text"],
  ["math", "text"],
  ["menu", "menu"],
  ["menu bar", "menubar"],
  ["menu button", "menubutton"],
  ["menu item", "menuitem"],
  ["meter", "progress"],
  ["notification", "group"],
  ["option pane", "group"],
  ["page", "group"],
  ["page tab", "tab"],
  ["page tab list", "tabgroup"],
  ["panel", "group"],
  ["paragraph", "group"],
  ["password text", "securefield"],
  ["popup menu", "menu"],
  ["popover", "popover"],
  ["progress bar", "progress"],
  ["push button", "button"],
  ["push button menu", "menubutton"],
  ["radio button", "radio"],
  ["radio menu item", "menuitem"],
  ["rating", "slider"],
  ["root pane", "group"],
  ["row", "row"],
  ["row header", "cell"],
  ["ruler", "group"],
  ["scroll bar", "scrollbar"],
  ["scroll pane", "scrollarea"],
  ["search", "group"],
  ["search box", "searchfield"],
  ["section", "group"],
  ["separator", "separator"],
  ["slider", "slider"],
  ["spin box", "stepper"],
  ["spin button", "stepper"],
  ["split pane", "splitgroup"],
  ["splitter", "splitgroup"],
  ["static", "text"],
  ["status bar", "statusbar"],
  ["statusbar", "statusbar"],
  ["switch", "switch"],
  ["tab", "tab"],
  ["tab list", "tabgroup"],
  ["tab panel", "group"],
  ["table", "table"],
  ["table cell", "cell"],
  ["table column header", "column"],
  ["table row", "row"],
  ["table row header", "cell"],
  ["tear off menu item", "menuitem"],
  ["terminal", "terminal"],
  ["text", "textfield"],
  ["text box", "textfield"],
  ["title bar", "group"],
  ["toggle button", "toggle"],
  ["tool bar", "toolbar"],
  ["tool tip", "tooltip"],
  ["tree", "tree"],
  ["tree grid", "tree"],
  ["tree item", "treeitem"],
  ["tree table", "tree"],
  ["unknown", "unknown"],
  ["video", "image"],
  ["viewport", "group"],
  ["widget", "group"],
  ["window", "window"],
]);

/** Native names of the things a menu is made of. */
export const atspiMenuParts: ReadonlySet<string> = new Set([
  "menu",
  "menu item",
  "check menu item",
  "radio menu item",
  "tear off menu item",
]);

/** A text box of this height or more, in pixels, holds several lines. */
const severalLines = 60;

/** What a native role's meaning can depend on. `actions` are lower case. */
export interface AtspiFacts {
  readonly role: string;
  readonly actions: readonly string[];
  readonly height?: number | undefined;
  /** A scroll bar lies inside. */
  readonly scrolls?: boolean;
}

/**
 * Our role for an AT-SPI role name; "unknown" for a name that is not in the table. The driver does not say whether a
 * text has one line or several. GTK gives an action `activate` to entries only; Qt gives `setfocus` to both, so there a
 * scroll bar or the height decides, and so does the height on a web page, where every text has `activate`. What is in the
 * field takes no part in it: the role is part of the field's identity.
 */
export function atspiRole({ role, actions, height, scrolls }: AtspiFacts): Role {
  const found = atspiRoles.get(role) ?? "unknown";
  // A switch of a web page is a "toggle button" whose action is to check or uncheck it.
  if (found === "toggle" && (actions.includes("check") || actions.includes("uncheck"))) return "switch";
  // A paragraph that a web engine did not write is one a person can edit.
  if (role === "paragraph" && !actions.includes("dodefault")) return "textarea";
  if (found !== "textfield") return found;
  if (scrolls === true || (height ?? 0) >= severalLines) return "textarea";
  return actions.includes("activate") || actions.includes("setfocus") ? "textfield" : "textarea";
}
