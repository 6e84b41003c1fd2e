import { editableRoles, type Role, type SnapshotNode } from "@beans-picker/desktop";
import { optionsIn } from "../choosers.js";
import { describeNode } from "../describe.js";
import { isDestructiveControl } from "../destructive/control.js";
import { isFindBarReplace } from "../destructive/replacing.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";
import { optionHolder } from "./option.js";
import { canBeSelected } from "./select.js";

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

export const clickKind: Kind = {
  kind: "click",
  fromNode(node, view) {
    const colour = view.colour(node);
    if (!isPressed(node, view) || (isChrome(node) && colour === undefined)) return [];
    // Options and rows with a selection have kinds of their own.
    if (optionHolder(node, view) !== undefined || canBeSelected(node, view)) return [];
    return [
      {
        key: `click|${view.identity(node).key}`,
        kind: "click",
        does: `click ${describeNode(node)}${colour === undefined ? "" : ` showing ${colour}`}`,
        action: { kind: "click", handle: node.handle },
        destructive: isDestructiveControl(node, view),
        replaces: isFindBarReplace(node, view),
        facts: factsOf(node, view),
      },
    ];
  },
};

function isPressed(node: SnapshotNode, view: View): boolean {
  // An open pop-up takes the keyboard from the app in front (X11 grab); its options can be chosen while it is closed.
  if (node.role === "popup" && view.snapshot.platform === "linux" && optionsIn(node, view.tree).length > 0)
    return false;
  if (pressedRoles.has(node.role) || view.isKeypadButton(node)) return true;
  if (editableRoles.has(node.role)) {
    // On Linux the only action of a text field is "activate", which is Return and may submit a form.
    return view.snapshot.platform === "macos" && node.role !== "textarea" && node.role !== "stepper";
  }
  if (!node.actions.some((name) => pressActions.has(name.toLowerCase()))) return false;
  return sometimesPressedRoles.has(node.role) || (namedPressedRoles.has(node.role) && node.rawLabel !== "");
}

/** The window's own close, zoom and minimise buttons have neither name nor identifier. Source: beans-picker 0.5 seed. */
function isChrome(node: SnapshotNode): boolean {
  return node.role === "button" && node.depth <= 1 && node.rawLabel === "" && (node.identifier ?? "") === "";
}
