import type { AccessibleFacts } from "./atspi-facts.js";
import { atspiRoleName } from "./atspi-role-names.js";
import { atspiRole, atspiRoles } from "./roles-atspi.js";
import type { Role } from "./roles.js";
import type { Frame } from "./snapshot.js";

/** What an object's role can depend on besides itself. */
export interface RolePlace {
  /** Role of the nearest node above that is part of the snapshot. */
  readonly above: Role | undefined;
  readonly inWeb: boolean;
  /** Something above takes text, so this is a piece of what is written there. */
  readonly inEditable: boolean;
  readonly frame: Frame | undefined;
  /** A scroll bar lies right inside. */
  readonly scrolls: boolean;
  readonly holdsOthers: boolean;
}

/** The toolkit's word for the role where it is known, else AT-SPI's name of the number. */
export function nativeRole({ role, roleName }: AccessibleFacts): string {
  return atspiRoles.has(roleName) ? roleName : atspiRoleName(role);
}

/** A field whose content nobody may see. A web page tells by its own type. */
export function isSecure(facts: AccessibleFacts): boolean {
  return nativeRole(facts) === "password text" || facts.attributes?.["text-input-type"] === "password";
}

/** Names of the actions in lower case. Chromium leaves them empty; those are left out. */
export function actionNames(facts: AccessibleFacts): string[] {
  return (facts.actions ?? [])
    .slice(0, 200)
    .flatMap(({ name }) => (name === "" ? [] : [name.slice(0, 500).toLowerCase()]));
}

/**
 * Our role for an object. States say what role names leave open: one line or several, a paragraph a person can write in,
 * a button of a web page that is on or off. Where they say nothing (Qt), the rules for the driver's tree decide, so that
 * both agree.
 */
export function roleOf(facts: AccessibleFacts, native: string, actions: readonly string[], place: RolePlace): Role {
  const { states } = facts;
  if (isSecure(facts)) return "securefield";
  // GTK 3's chooser of colours has bars for hue and opacity, which hold a number.
  if (native === "color chooser" && facts.interfaces.has("Value")) return "slider";
  if (place.above !== undefined && native.endsWith(" chooser")) return "group";
  // Qt calls what it draws a border around a frame, as it does a window: a number in one is a display.
  if (place.above !== undefined && native === "frame") return place.holdsOthers || facts.name === "" ? "group" : "text";
  if (native === "paragraph") return states.has("editable") && !place.inEditable ? "textarea" : "group";
  const role = atspiRole({ role: native, actions, height: place.frame?.height, scrolls: place.scrolls });
  switch (role) {
    case "toggle":
      return place.inWeb && !states.has("expandable") && !states.has("has-popup") ? "switch" : role;
    case "textfield":
    case "textarea":
      if (place.above === "table" && actions.length === 0 && !states.has("editable")) return "cell";
      if (states.has("multi-line")) return "textarea";
      return states.has("single-line") ? "textfield" : role;
    case "group":
      return place.inWeb && !place.inEditable && writesHere(facts) ? "textarea" : role;
    default:
      return role;
  }
}

/** A part of a web page that was made editable as a whole. */
function writesHere({ states, interfaces }: AccessibleFacts): boolean {
  return states.has("editable") && interfaces.has("EditableText");
}
