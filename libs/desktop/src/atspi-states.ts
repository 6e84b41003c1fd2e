import type { AccessibleFacts } from "./atspi-facts.js";
import type { Role } from "./roles.js";
import { editableRoles } from "./roles.js";
import type { Frame, States } from "./snapshot.js";

/** What an object's states can depend on besides itself. */
export interface StatePlace {
  readonly native: string;
  readonly actions: readonly string[];
  /** GTK 4 sets `showing` on the window alone; there visibility, size and what is above decide. */
  readonly showing: boolean;
  /** Set by what holds the object and was asked for its selection; `undefined` when nothing was asked. */
  readonly chosen: boolean | undefined;
}

const checkRoles: ReadonlySet<Role> = new Set<Role>(["checkbox", "radio", "switch", "toggle"]);

/** States as AT-SPI has them; a key is left out where the object has no such state. */
export function statesOf(facts: AccessibleFacts, role: Role, place: StatePlace): States {
  const { states } = facts;
  const checked = checkedOf(facts, role, place);
  const selected = selectedOf(facts, place.chosen);
  return {
    enabled: isEnabled(facts),
    ...(checked === undefined ? {} : { checked }),
    ...(selected === undefined ? {} : { selected }),
    ...(states.has("expandable") || states.has("expanded") ? { expanded: states.has("expanded") } : {}),
    ...(states.has("focusable") || states.has("focused") ? { focused: states.has("focused") } : {}),
    showing: place.showing,
  };
}

/** GTK 4 sets `sensitive` alone. LibreOffice sets neither on the paragraphs of a document that can be written in. */
function isEnabled({ states, role }: AccessibleFacts): boolean {
  return states.has("sensitive") || states.has("enabled") || (role === paragraph && states.has("editable"));
}

/** Source: AtspiRole. */
const paragraph = 73;

function checkedOf({ states, attributes }: AccessibleFacts, role: Role, place: StatePlace): States["checked"] {
  const checkable = states.has("checkable") || attributes?.["checkable"] === "true";
  const isItem = role === "menuitem" && (/^(?:check|radio) /.test(place.native) || checkable);
  // GTK 3 draws a check box in a cell of a table: the cell's only trace of it is that it can be toggled.
  const isCell = role === "cell" && (place.actions.includes("toggle") || checkable);
  if (!checkRoles.has(role) && !isItem && !isCell && !(checkable && role !== "button")) return undefined;
  if (states.has("indeterminate")) return "mixed";
  return states.has("checked") || states.has("pressed");
}

function selectedOf({ states }: AccessibleFacts, chosen: boolean | undefined): boolean | undefined {
  if (states.has("selected") || chosen === true) return true;
  // GTK 3 marks no option of a pop-up as selected, not even the chosen one; what holds it may know better.
  return states.has("selectable") ? false : chosen;
}

/** Things that are operated by being chosen in what holds them. */
const chosenRoles: ReadonlySet<Role> = new Set<Role>(["cell", "listitem", "menuitem", "row", "tab", "treeitem"]);
/** Things whose number can be written. */
const numberRoles: ReadonlySet<Role> = new Set<Role>(["scrollbar", "slider", "splitgroup", "stepper"]);
/** Things that are looked at only: GTK 4 gives every label the actions of its menu. */
const passiveRoles: ReadonlySet<Role> = new Set<Role>(["separator", "text"]);

/** Whether there is a way to act on an object, other than by the pointer. `selects`: what holds it can choose among its parts. */
export function isOperable(facts: AccessibleFacts, role: Role, selects: boolean): boolean {
  if (!isEnabled(facts) || passiveRoles.has(role)) return false;
  // The action of an entry is Return. What counts is whether it can be written in.
  if (editableRoles.has(role) && role !== "combobox" && role !== "stepper") return facts.states.has("editable");
  if (role === "image") return (facts.actions ?? []).some(({ name }) => name !== "");
  if ((facts.actions ?? []).length > 0 || facts.states.has("editable")) return true;
  if (numberRoles.has(role) && facts.interfaces.has("Value")) return true;
  return selects && chosenRoles.has(role);
}

/** Toolkits give places off the screen, sizes of nothing and, for what is hidden, the smallest number there is. */
export function frameOf({ extents }: AccessibleFacts): Frame | undefined {
  if (extents === undefined) return undefined;
  const { x, y, width, height } = extents;
  if (![x, y, width, height].every((number) => Math.abs(number) <= furthest)) return undefined;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** X11 places windows within 16 bits; scrolled contents reach further, but never as far as GTK's "nowhere" (-2³¹). */
const furthest = 10_000_000;
