import { z } from "zod";

/** Our own role words. Every back end maps its native roles here; see `roles-ax.ts` and `roles-atspi.ts`. */
export const roles = [
  "alert",
  "button",
  "cell",
  "checkbox",
  "colorwell",
  "column",
  "combobox",
  "dialog",
  "disclosure",
  "group",
  "heading",
  "image",
  "link",
  "list",
  "listitem",
  "menu",
  "menubar",
  "menubutton",
  "menuitem",
  "outline",
  "popover",
  "popup",
  "progress",
  "radio",
  "row",
  "scrollarea",
  "scrollbar",
  "searchfield",
  "securefield",
  "separator",
  "sheet",
  "slider",
  "splitgroup",
  "statusbar",
  "stepper",
  "switch",
  "tab",
  "tabgroup",
  "table",
  "terminal",
  "text",
  "textarea",
  "textfield",
  "toggle",
  "toolbar",
  "tooltip",
  "tree",
  "treeitem",
  "unknown",
  "webarea",
  "window",
] as const;

export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** Roles whose content a person can edit as text. */
export const editableRoles: ReadonlySet<Role> = new Set<Role>([
  "textfield",
  "textarea",
  "searchfield",
  "combobox",
  "stepper",
  "securefield",
]);

/** Editable roles that hold exactly one line, so a line break cannot be part of their value. */
export const singleLineRoles: ReadonlySet<Role> = new Set<Role>([
  "textfield",
  "searchfield",
  "combobox",
  "stepper",
  "securefield",
]);

/** Roles that hold an on/off state. */
export const toggleRoles: ReadonlySet<Role> = new Set<Role>(["checkbox", "switch", "toggle"]);

/** Labelled ancestors of these roles are named as the containers of a control (at most three, nearest first). */
export const containerRoles: ReadonlySet<Role> = new Set<Role>([
  "group",
  "toolbar",
  "sheet",
  "dialog",
  "alert",
  "popover",
  "scrollarea",
  "splitgroup",
  "tabgroup",
  "list",
  "outline",
  "tree",
  "table",
  "row",
  "listitem",
  "treeitem",
  "window",
]);
