import type { Role, SnapshotNode } from "@beans-picker/desktop";
import { quoted } from "../describe.js";
import { isDestructiveControl } from "../destructive/control.js";
import { factsOf, type Kind } from "../draft.js";
import type { View } from "../view.js";

/** Longest text of a page that can be something to click, in UTF-16 units. */
const SHORT_UNITS = 40;

/** A text inside one of these is part of it; clicking the control is what is meant. */
const holders: ReadonlySet<Role> = new Set<Role>([
  "button",
  "checkbox",
  "combobox",
  "disclosure",
  "link",
  "listitem",
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

/**
 * Short texts of a web page that no control contains and that stand there once: pages often make plain text clickable. They
 * come after all controls.
 */
export const webTextKind: Kind = {
  kind: "click",
  fromWindow(view) {
    const uses = countTexts(view);
    return view.tree.nodes
      .filter((node) => isFreeText(node, view) && uses.get(node.rawLabel) === 1)
      .map((node) => ({
        key: `click|${view.identity(node).key}`,
        kind: "click" as const,
        does: `click the text ${quoted(node.label, SHORT_UNITS)}`,
        action: { kind: "click" as const, handle: node.handle },
        destructive: isDestructiveControl(node, view),
        facts: factsOf(node, view),
      }));
  },
};

function isFreeText(node: SnapshotNode, view: View): boolean {
  if (node.role !== "text" || !node.inWeb || node.frame === undefined || !view.reachable(node)) return false;
  // The driver gives a text of Linux no address; elsewhere it is clicked where it is.
  if (!node.operable && view.snapshot.backend === "cua-driver" && view.snapshot.platform === "linux") return false;
  if (node.rawLabel === "" || node.label.length > SHORT_UNITS || !/[\p{L}\p{N}]/u.test(node.label)) return false;
  // One that says it can be pressed, or an option of a list, is a candidate already.
  if (node.actions.length > 0 || view.tree.parent(node)?.role === "list") return false;
  return !view.tree.ancestors(node).some(({ role }) => holders.has(role) || role === "text");
}

/** Browsers name these after what is in them. */
const containers: ReadonlySet<Role> = new Set<Role>(["group", "webarea", "window", "scrollarea"]);

/** How often each text is on the window, as a text or as the name of anything that is not called after its content. */
function countTexts({ tree }: View): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { rawLabel, role } of tree.nodes) {
    if (rawLabel !== "" && !containers.has(role)) uses.set(rawLabel, (uses.get(rawLabel) ?? 0) + 1);
  }
  return uses;
}
