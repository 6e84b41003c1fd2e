import type { AccessibleFacts } from "@beans-picker/desktop";

type Action = NonNullable<AccessibleFacts["actions"]>[number];

/**
 * Names of actions that are what a click does, the most fitting first. Source: GTK 3 and 4, Qt 5, Chromium and LibreOffice
 * as recorded, and the order that cua-driver 0.28 keeps.
 */
const pressNames = [
  "click",
  "press",
  "clickancestor",
  "toggle",
  "activate",
  "invoke",
  "jump",
  "open",
  "dodefault",
  "check",
  "uncheck",
  "select",
];
/** A click on a colour of GTK 3 chooses it; to "activate" it is what a double click does. */
const swatchNames = ["select", ...pressNames];
const swatchAction = "customize";
const toggleNames = ["toggle", "check", "uncheck", ...pressNames];
const openNames = ["press", "open", "showmenu", "click", "activate"];

/** Index of the action that a click is; `undefined` when the control has none. */
export function pressAction(facts: AccessibleFacts): number | undefined {
  return find(
    facts,
    (facts.actions ?? []).some((action) => nameOf(action) === swatchAction) ? swatchNames : pressNames,
  );
}

export function toggleAction(facts: AccessibleFacts): number | undefined {
  return find(facts, toggleNames);
}

/** Index of the action that opens a drop-down. */
export function openAction(facts: AccessibleFacts): number | undefined {
  return find(facts, openNames);
}

/** Index of the action that Return is; `undefined` when there is none. */
export function activateAction(facts: AccessibleFacts): number | undefined {
  return find(facts, ["activate"], false);
}

/** Index of the action that shows or hides what is folded into a row; some toolkits have one for each way. */
export function foldAction(facts: AccessibleFacts, expand: boolean): number | undefined {
  const way = expand ? "expand" : "collapse";
  // GTK 4 gives the widget that folds a row its actions by their full names.
  return find(facts, [way, `listitem.${way}`, "expand or contract"], false);
}

/** Index of the action that steps a value up or down. */
export function stepAction(facts: AccessibleFacts, up: boolean): number | undefined {
  return find(facts, up ? ["increase", "increment"] : ["decrease", "decrement"], false);
}

function find({ actions = [] }: AccessibleFacts, names: readonly string[], nameless = true): number | undefined {
  for (const name of names) {
    const at = actions.findIndex((action) => nameOf(action) === name);
    if (at >= 0) return at;
  }
  // Chromium leaves its names out; its first action is always what a click does.
  const [first] = actions;
  return nameless && first !== undefined && nameOf(first) === "" ? 0 : undefined;
}

function nameOf({ name }: Action): string {
  return name.trim().toLowerCase();
}
