import type { HeldKey } from "./chord.js";

/** What the keys of a keyboard stand for: `perKey` numbers for each key from `first` on. */
export interface Keymap {
  readonly first: number;
  readonly perKey: number;
  readonly keysyms: readonly number[];
}

export interface Key {
  readonly keycode: number;
  readonly shift: boolean;
}

/**
 * The key that stands for one of `wanted`, alone or with Shift. Other levels need keys that not every keyboard has; such a
 * character has no key here.
 */
export function findKey({ first, perKey, keysyms }: Keymap, wanted: readonly number[]): Key | null {
  if (perKey < 1) return null;
  for (const shift of [false, true]) {
    for (const keysym of wanted) {
      for (let at = 0; at + perKey <= keysyms.length; at += perKey) {
        if (levelOf(keysyms, at, perKey, shift) === keysym) return { keycode: first + at / perKey, shift };
      }
    }
  }
  return null;
}

function levelOf(keysyms: readonly number[], at: number, perKey: number, shift: boolean): number {
  const plain = keysyms[at] ?? 0;
  if (!shift) return plain;
  const shifted = perKey > 1 ? (keysyms[at + 1] ?? 0) : 0;
  // A letter that stands alone stands for its capital too. Source: X11 protocol, section 5, "Keyboards".
  return shifted !== 0 ? shifted : capital(plain);
}

function capital(keysym: number): number {
  const latin = (keysym >= 0x61 && keysym <= 0x7a) || (keysym >= 0xe0 && keysym <= 0xfe && keysym !== 0xf7);
  return latin ? keysym - 0x20 : 0;
}

/** Keys that are held, by the numbers of their left and right keys. Source: X.Org keysymdef.h. */
export const heldKeysyms: Readonly<Record<HeldKey, readonly number[]>> = {
  shift: [0xffe1, 0xffe2],
  ctrl: [0xffe3, 0xffe4],
  alt: [0xffe9, 0xffea, 0xffe7, 0xffe8],
  super: [0xffeb, 0xffec],
};

/** The eight modifiers of the protocol in its order, each with the keycodes that set it. */
export type ModifierMap = readonly (readonly number[])[];

/** Shift and Control have places of their own; Alt and Super are where their keys are. Null when the keyboard has none. */
export function modifierOf(held: HeldKey, map: ModifierMap, keymap: Keymap): number | null {
  if (held === "shift") return 0;
  if (held === "ctrl") return 2;
  const key = findKey(keymap, heldKeysyms[held]);
  const row = key === null ? -1 : map.findIndex((keycodes) => keycodes.includes(key.keycode));
  return row < 3 ? null : row;
}

/** Keys that stand for nothing and hold no modifier. */
export function unusedKeycodes({ first, perKey, keysyms }: Keymap, modifiers: ModifierMap): number[] {
  if (perKey < 1) return [];
  const taken = new Set(modifiers.flat());
  const unused: number[] = [];
  for (let at = 0; at + perKey <= keysyms.length; at += perKey) {
    const keycode = first + at / perKey;
    if (!taken.has(keycode) && keysyms.slice(at, at + perKey).every((keysym) => keysym === 0)) unused.push(keycode);
  }
  return unused;
}
