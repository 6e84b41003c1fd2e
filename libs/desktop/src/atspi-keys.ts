import type { AccessibleFacts } from "./atspi-facts.js";

const modifiers: ReadonlyMap<string, string> = new Map([
  ["primary", "ctrl"],
  ["control", "ctrl"],
  ["ctrl", "ctrl"],
  ["shift", "shift"],
  ["alt", "alt"],
  ["mod1", "alt"],
  ["super", "super"],
  ["meta", "meta"],
]);

/**
 * The keys of a menu command as `ctrl+shift+z`. GTK gives `mnemonic;path of mnemonics;<Primary><Shift>z`, of which only
 * the last part works while the menu is closed; Qt gives `Ctrl+Shift+Z`. `undefined` where there are none.
 */
export function shortcutOf({ actions }: AccessibleFacts): string | undefined {
  const binding = actions?.find(({ keyBinding }) => keyBinding !== "")?.keyBinding;
  return binding === undefined ? undefined : shortcutOfBinding(binding);
}

/** The same of one key binding. */
export function shortcutOfBinding(whole: string): string | undefined {
  const binding = whole.slice(0, 200);
  const parts = binding.split(";");
  return keysOf(parts.length >= 3 ? (parts.at(-1) ?? "") : parts.length === 1 ? binding : "");
}

function keysOf(text: string): string | undefined {
  const words = text.includes("<") ? text.split(/[<>]+/) : text.split(/\+(?=.)/);
  const keys = words.map((word) => word.trim().toLowerCase()).filter((word) => word !== "");
  const key = keys.pop();
  const held = keys.map((word) => modifiers.get(word));
  if (key === undefined || modifiers.has(key) || key === "voidsymbol" || /\s/.test(key)) return undefined;
  if (held.includes(undefined) || (held.length === 0 && !/^f\d{1,2}$/.test(key))) return undefined;
  return [...new Set(held), key].join("+");
}
