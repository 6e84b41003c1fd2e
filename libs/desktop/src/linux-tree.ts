import type { DriverElement } from "./driver-state.js";
import { valueText } from "./driver-state.js";
import type { Draft } from "./draft.js";
import { isInside, readableText } from "./draft.js";
import { looksLikeClass } from "./linux-classes.js";
import { numberText } from "./linux-fields.js";
import type { TreeRow } from "./markdown.js";
import { atspiRole } from "./roles-atspi.js";
import type { Role } from "./roles.js";
import type { Frame, States } from "./snapshot.js";

/** Roles that are controls: printed without an index they are disabled. */
const controls: ReadonlySet<Role> = new Set<Role>([
  "button",
  "checkbox",
  "combobox",
  "link",
  "menubutton",
  "menuitem",
  "popup",
  "radio",
  "searchfield",
  "securefield",
  "slider",
  "stepper",
  "switch",
  "tab",
  "textarea",
  "textfield",
  "toggle",
]);

/** Controls that draw their own caption; another control inside them is none of theirs. */
const captioned: ReadonlySet<Role> = new Set<Role>(["button", "checkbox", "menubutton", "radio", "switch", "toggle"]);

/** Nothing lies inside these, whatever the indentation says. */
const leaves: ReadonlySet<Role> = new Set<Role>(["image", "progress", "scrollbar", "separator", "text", "tooltip"]);

/** These hold something only where the frames show it (the button that empties a field). */
const fields: ReadonlySet<Role> = new Set<Role>([
  "column",
  "searchfield",
  "securefield",
  "slider",
  "statusbar",
  "stepper",
  "textarea",
  "textfield",
]);

/** What a toolkit may put between a control and its caption. */
const wrappers: ReadonlySet<Role> = new Set<Role>(["group", "image", "unknown"]);

const items: ReadonlySet<Role> = new Set<Role>(["cell", "column", "listitem", "row", "treeitem"]);
const menuRoles: ReadonlySet<Role> = new Set<Role>(["menu", "menuitem"]);
const optionRoles: ReadonlySet<Role> = new Set<Role>(["menu", "menuitem", "list", "listitem", "textfield"]);

/**
 * Makes drafts of the rows, in their order, each below its most likely parent. The driver leaves out containers without
 * a name, so a row can be indented below one it is not part of; a row that cannot hold the other is passed over.
 */
export function draftRows(rows: readonly TreeRow[], elements: readonly DriverElement[]): Draft[] {
  const records = new Map(elements.map((element) => [element.element_index, element]));
  const open: Draft[] = [];
  return rows.map((row, at) => {
    const record = row.index === null ? undefined : records.get(row.index);
    const draft = draftOf(row, record, scrollsInside(rows, at));
    while ((open.at(-1)?.depth ?? -1) >= row.depth) open.pop();
    draft.parent = open.findLast((above) => canHold(above, draft)) ?? null;
    draft.inWeb = isInside(draft, (ancestor) => ancestor.role === "webarea");
    draft.role = roleInPlace(draft, (rows[at + 1]?.depth ?? 0) > row.depth);
    open.push(draft);
    return draft;
  });
}

function draftOf(row: TreeRow, record: DriverElement | undefined, scrolls: boolean): Draft {
  const actions = (record?.actions ?? []).map((name) => name.toLowerCase());
  const role = atspiRole({ role: row.role, actions, height: record?.frame?.height, scrolls });
  const frame = record?.frame;
  return {
    parent: null,
    depth: row.depth,
    role,
    native: row.role,
    label: row.title,
    rawLabel: row.title,
    ...(record === undefined ? {} : numberOf(role, record)),
    states: statesOf(role, record, actions),
    actions,
    frame: frame !== undefined && frame.width > 0 && frame.height > 0 ? frame : undefined,
    inWeb: false,
    operable: record !== undefined && record.enabled !== false,
    index: record?.element_index,
    token: record?.element_token,
    dropped: role === "separator",
  };
}

/** A chooser inside a window is a part of it; a text without an action in a table is one of its cells. */
function roleInPlace({ role, native, parent, label, actions }: Draft, holdsOthers: boolean): Role {
  if (parent !== null && native === "frame") return holdsOthers || label === "" ? "group" : "text";
  if (parent !== null && native.endsWith(" chooser")) return "group";
  return role === "textarea" && parent?.role === "table" && actions.length === 0 ? "cell" : role;
}

function numberOf(role: Role, record: DriverElement): Pick<Draft, "value" | "rawValue" | "valueExact"> {
  const number = numberText(valueText(record.value));
  if (number === undefined || !["slider", "stepper", "progress", "scrollbar"].includes(role)) return {};
  return { value: number, rawValue: number, valueExact: true };
}

function statesOf(role: Role, record: DriverElement | undefined, actions: readonly string[]): States {
  if (record === undefined) return { enabled: !controls.has(role) };
  const enabled = record.enabled ?? true;
  switch (role) {
    case "checkbox":
    case "radio":
    case "switch":
    case "toggle": {
      const checked = checkedBy(record.selected, actions);
      return checked === undefined ? { enabled } : { enabled, checked };
    }
    case "menuitem":
      if (/^(?:check|radio) /.test(record.role) && record.selected !== undefined)
        return { enabled, checked: record.selected };
      // GTK 3 marks no option of a pop-up as selected, not even the chosen one: only "yes" says something.
      return record.selected === true ? { enabled, selected: true } : { enabled };
    default:
      break;
  }
  return record.selected === undefined ? { enabled } : { enabled, selected: record.selected };
}

/** The action that is offered tells the state of a web page's control: one that can be unchecked is on. */
function checkedBy(selected: boolean | undefined, actions: readonly string[]): boolean | undefined {
  if (actions.includes("uncheck")) return true;
  // "check" is offered by a mixed box as well, so it only confirms what the state already says.
  return actions.includes("check") && selected === undefined ? false : selected;
}

function scrollsInside(rows: readonly TreeRow[], at: number): boolean {
  const row = rows[at];
  const next = rows[at + 1];
  return row !== undefined && next !== undefined && next.depth > row.depth && next.role === "scroll bar";
}

function canHold(above: Draft, below: Draft): boolean {
  if (leaves.has(above.role) || isShownElsewhere(above, below) || lacksLevel(above, below)) return false;
  if (fields.has(above.role)) return (above.inWeb && !controls.has(below.role)) || contains(above.frame, below.frame);
  if (menuRoles.has(above.role) && !menuRoles.has(below.role)) return isOwnPart(above, below);
  if (above.role === "menuitem") return opensMenu(above);
  if (above.role === "popup" || above.role === "combobox") {
    return optionRoles.has(below.role) || contains(above.frame, below.frame);
  }
  if (!captioned.has(above.role)) return true;
  if (below.role === "text") return isCaption(above, below);
  // Toolkits wrap a button or a menu in another one; anything further down belongs elsewhere.
  if (below.role === "menu" || below.role === "popover") return below.depth === above.depth + 1;
  if (!above.inWeb && above.native !== "link" && !wrappers.has(below.role)) return contains(above.frame, below.frame);
  return !controls.has(below.role) || contains(above.frame, below.frame);
}

/**
 * Cells and items lie in a table or list, the controls of a notebook in a page. Where that container has no name it is
 * left out of the tree but keeps its level: one step below a group or a tab, the container left out stands beside it.
 */
function lacksLevel(above: Draft, below: Draft): boolean {
  if (above.inWeb || below.depth > above.depth + 1) return false;
  if (above.role === "tab") return controls.has(below.role) && !contains(above.frame, below.frame);
  return items.has(below.role) && (above.role === "group" || above.role === "scrollarea");
}

/**
 * The driver gives frames to what is shown. A container that is not shown holds nothing that is, and one that is shown
 * holds what is inside its frame. Tabs are apart: their frame is the handle, what they hold is the page.
 */
function isShownElsewhere(above: Draft, below: Draft): boolean {
  if (above.index === undefined || above.inWeb || above.role === "tab" || below.frame === undefined) return false;
  if (menuRoles.has(above.role) || above.role === "webarea" || above.native === "panel") return false;
  return !contains(above.frame, below.frame);
}

/**
 * A menu and its items hold captions and pictures of their own. A closed menu stands right before the window's content,
 * which can be indented deeper than the menu is.
 */
function isOwnPart(above: Draft, below: Draft): boolean {
  if (controls.has(below.role)) return above.role === "menu";
  return (
    below.depth === above.depth + 1 && (below.role === "text" ? isCaption(above, below) : wrappers.has(below.role))
  );
}

/** In Qt a menu is an item that shows one; elsewhere an item has none, and a deeper one stands in another section. */
function opensMenu(item: Draft): boolean {
  return item.actions.includes("showmenu");
}

/** A text is a control's own caption if it is part of the name, or if there is no name but a class. */
function isCaption(control: Draft, text: Draft): boolean {
  const name = readableText(control.rawLabel);
  return name === "" || looksLikeClass(name) || name.includes(readableText(text.rawLabel));
}

/** Whether the middle of `inner` lies inside `outer`; false where one of the frames is not known. */
export function contains(outer: Frame | undefined, inner: Frame | undefined): boolean {
  if (outer === undefined || inner === undefined) return false;
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
}
