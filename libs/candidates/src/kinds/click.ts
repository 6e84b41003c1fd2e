import { editableRoles, type Role, type SnapshotNode } from "@beans-picker/desktop";
import { describeNode, quoted } from "../describe.js";
import { isDestructiveControl } from "../destructive/control.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";

const pressedRoles: ReadonlySet<Role> = new Set<Role>([
  "button",
  "menubutton",
  "link",
  "radio",
  "tab",
  "disclosure",
  "cell",
  "row",
  "listitem",
  "treeitem",
  "popup",
  "menuitem",
]);

/** Roles that are mostly decoration: pressed only where the toolkit says so. */
const sometimesPressedRoles: ReadonlySet<Role> = new Set<Role>(["image", "colorwell", "column", "menu", "alert"]);

/** Roles that hold other things: pressed only where the toolkit says so and they have a name of their own. */
const namedPressedRoles: ReadonlySet<Role> = new Set<Role>(["group", "text", "heading", "unknown", "list"]);

const pressActions: ReadonlySet<string> = new Set(["press", "click", "activate", "jump", "open", "dodefault"]);

const optionRoles: ReadonlySet<Role> = new Set<Role>(["menuitem", "listitem", "cell", "row", "text"]);
const choosers: ReadonlySet<Role> = new Set<Role>(["popup", "combobox"]);

export const clickKind: Kind = {
  kind: "click",
  fromNode(node, view) {
    if (!isPressed(node, view) || isChrome(node)) return [];
    return [
      {
        key: `click|${view.identity(node).key}`,
        kind: "click",
        does: describe(node, view),
        action: { kind: "click", handle: node.handle },
        destructive: isDestructiveControl(node, view),
        facts: factsOf(node, view),
      },
    ];
  },
};

function isPressed(node: SnapshotNode, view: View): boolean {
  // An open pop-up takes the keyboard from the app in front (X11 grab); its options can be chosen while it is closed.
  if (node.role === "popup" && view.snapshot.platform === "linux" && hasOptions(node, view)) return false;
  if (pressedRoles.has(node.role)) return true;
  if (node.role === "text" && node.rawLabel !== "" && view.tree.parent(node)?.role === "list") return true;
  if (editableRoles.has(node.role)) {
    // On Linux the only action of a text field is "activate", which is Return and may submit a form.
    return view.snapshot.platform === "macos" && node.role !== "textarea" && node.role !== "stepper";
  }
  if (!node.actions.some((name) => pressActions.has(name.toLowerCase()))) return false;
  return sometimesPressedRoles.has(node.role) || (namedPressedRoles.has(node.role) && node.rawLabel !== "");
}

function hasOptions(popup: SnapshotNode, view: View): boolean {
  return view.tree.descendants(popup.handle).some(({ role }) => optionRoles.has(role));
}

/** The window's own close, zoom and minimise buttons have neither name nor identifier. Source: beans-picker 0.5 seed. */
function isChrome(node: SnapshotNode): boolean {
  return node.role === "button" && node.depth <= 1 && node.rawLabel === "" && (node.identifier ?? "") === "";
}

function describe(node: SnapshotNode, view: View): string {
  const chooser = optionRoles.has(node.role) && node.label !== "" ? chooserOf(node, view) : undefined;
  return chooser === undefined
    ? `click ${describeNode(node)}`
    : `choose option ${quoted(node.label, 40)} in ${describeNode(chooser)}`;
}

/** The pop-up or combo box whose option this is; for a text directly in a list, the list. */
function chooserOf(node: SnapshotNode, view: View): SnapshotNode | undefined {
  const parent = view.tree.parent(node);
  if (node.role === "text") return parent?.role === "list" ? parent : undefined;
  return view.tree.ancestors(node).find((ancestor) => choosers.has(ancestor.role));
}
