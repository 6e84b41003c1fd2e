import { toggleRoles, type Role, type SnapshotNode } from "@beans-picker/desktop";
import type { Look } from "../backend.js";

/** What a fixture's controls hold: by the fixture's own word, or by a look at its window. */
export type FormReading = Readonly<Record<string, unknown>>;

const fieldRoles: ReadonlySet<Role> = new Set<Role>(["textfield", "textarea", "searchfield"]);
const choiceRoles: ReadonlySet<Role> = new Set<Role>(["popup", "combobox"]);
/** GTK 4 before 4.10 calls radio buttons check boxes. */
const radioRoles: ReadonlySet<Role> = new Set<Role>(["radio", "checkbox"]);
const rowRoles: ReadonlySet<Role> = new Set<Role>(["listitem", "row", "cell", "treeitem"]);

/** A control that is missing, or there twice, reads as a text that equals no value. */
type Found = SnapshotNode | string;

/** Reads the controls of a fixture's window out of a snapshot, by label and role only. */
export function readForm({ snapshot }: Look): FormReading {
  const labelled = (label: string, accepts: (node: SnapshotNode) => boolean): Found => {
    const found = snapshot.nodes.filter((node) => node.label === label && accepts(node));
    const [node] = found;
    return node !== undefined && found.length === 1 ? node : `${found.length} controls called ${label}`;
  };
  const field = (label: string) => exactText(labelled(label, ({ role }) => fieldRoles.has(role)));
  const toggle = (label: string) =>
    stateOf(
      labelled(label, ({ role }) => toggleRoles.has(role)),
      "checked",
    );
  const inside = (node: SnapshotNode, label: string): boolean => {
    for (let at = parentOf(node); at !== undefined; at = parentOf(at)) if (at.label === label) return true;
    return false;
  };
  const parentOf = ({ parent }: SnapshotNode) => snapshot.nodes.find(({ handle }) => handle === parent);
  const chosen = (accepts: (node: SnapshotNode) => boolean) => snapshot.nodes.filter(accepts).map(({ label }) => label);

  return {
    name: field("Name"),
    body: field("Note"),
    memo: field("Memo"),
    email: field("Email"),
    search: field("Search"),
    host: field("Host"),
    password: secret(labelled("Password", ({ role }) => role === "securefield")),
    newsletter: toggle("Newsletter"),
    verbose: toggle("Verbose log"),
    notifications: toggle("Notifications"),
    plan: chosen(
      ({ role, label, states }) =>
        radioRoles.has(role) && ["Free", "Pro", "Team"].includes(label) && states.checked === true,
    ),
    size: text(labelled("Size", ({ role }) => choiceRoles.has(role))),
    volume: Number(text(labelled("Volume", ({ role }) => role === "slider"))),
    quantity: exactText(labelled("Quantity", ({ role }) => role === "stepper")),
    tab: chosen(({ role, label, states }) => role === "tab" && isTab(label) && states.selected === true),
    selectedRow: chosen((node) => rowRoles.has(node.role) && node.states.selected === true && inside(node, "People")),
    tableSelection: [
      ...new Set(chosen((node) => node.states.selected === true && isItem(node.label) && inside(node, "Shopping"))),
    ],
    // An expander says whether it is open; the check box of a group whether it is on.
    moreShown: shown(
      labelled("More settings", ({ states }) => states.expanded !== undefined || states.checked !== undefined),
    ),
    treeExpanded: [
      ...new Set(chosen((node) => node.states.expanded === true && isFolder(node.label) && inside(node, "Folders"))),
    ],
    archive: stateOf(
      labelled("Archive", ({ role }) => role === "button"),
      "enabled",
    ),
  };
}

function isTab(label: string): boolean {
  return ["General", "Advanced", "About"].includes(label);
}

function isFolder(label: string): boolean {
  return ["Projects", "Archive"].includes(label);
}

function isItem(label: string): boolean {
  return ["Apple", "Bread", "Cheese"].includes(label);
}

function exactText(node: Found): string {
  if (typeof node === "string") return node;
  return node.valueExact === true && node.rawValue !== undefined
    ? node.rawValue
    : `not read exactly: ${node.rawValue ?? ""}`;
}

function text(node: Found): string {
  return typeof node === "string" ? node : (node.rawValue ?? "no value");
}

/** Whether a password was kept out of the snapshot. */
function secret(node: Found): string {
  if (typeof node === "string") return node;
  return node.rawValue === undefined && node.value === undefined ? "hidden" : "told";
}

function stateOf(node: Found, state: "checked" | "enabled"): unknown {
  return typeof node === "string" ? node : (node.states[state] ?? "unknown");
}

function shown(node: Found): unknown {
  return typeof node === "string" ? node : (node.states.expanded ?? node.states.checked);
}
