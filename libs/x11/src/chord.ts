/** Keys that are held while another is pressed, in the order in which they go down. */
export const heldKeys = ["ctrl", "alt", "shift", "super"] as const;
export type HeldKey = (typeof heldKeys)[number];

const heldNames: ReadonlyMap<string, HeldKey> = new Map([
  ["ctrl", "ctrl"],
  ["control", "ctrl"],
  ["alt", "alt"],
  ["option", "alt"],
  ["shift", "shift"],
  ["super", "super"],
  ["cmd", "super"],
  ["meta", "super"],
  ["win", "super"],
]);

/** Numbers of the keys that stand for no character. Source: X.Org keysymdef.h. */
const namedKeys: ReadonlyMap<string, number> = new Map([
  ["backspace", 0xff08],
  ["tab", 0xff09],
  ["return", 0xff0d],
  ["enter", 0xff0d],
  ["escape", 0xff1b],
  ["esc", 0xff1b],
  ["home", 0xff50],
  ["left", 0xff51],
  ["up", 0xff52],
  ["right", 0xff53],
  ["down", 0xff54],
  ["pageup", 0xff55],
  ["page_up", 0xff55],
  ["pagedown", 0xff56],
  ["page_down", 0xff56],
  ["end", 0xff57],
  ["insert", 0xff63],
  ["menu", 0xff67],
  ["delete", 0xffff],
  ["del", 0xffff],
  ["space", 0x20],
  ["plus", 0x2b],
  ["minus", 0x2d],
]);
const firstFunctionKey = 0xffbe;

export interface Chord {
  readonly held: ReadonlySet<HeldKey>;
  /** The numbers under which a keyboard may have the key, the usual one first. */
  readonly keysyms: readonly number[];
}

/**
 * Reads names such as `["ctrl", "s"]`, in any order and case: modifiers and one key, which is a name, `f1` to `f24`, or a
 * character as it is. A capital letter asks for Shift. Null when it is not that.
 */
export function parseChord(names: readonly string[]): Chord | null {
  const held = new Set<HeldKey>();
  let keysyms: readonly number[] | undefined;
  for (const name of names) {
    const modifier = heldNames.get(name.toLowerCase());
    if (modifier !== undefined) {
      held.add(modifier);
      continue;
    }
    const key = keysymsOf(name);
    if (key === null || keysyms !== undefined) return null;
    keysyms = key;
  }
  return keysyms === undefined ? null : { held, keysyms };
}

function keysymsOf(name: string): readonly number[] | null {
  const named = namedKeys.get(name.toLowerCase());
  if (named !== undefined) return [named];
  const functionKey = /^f([1-9]|1\d|2[0-4])$/i.exec(name)?.[1];
  if (functionKey !== undefined) return [firstFunctionKey + Number(functionKey) - 1];
  const [character = "", ...more] = name;
  const code = more.length === 0 ? (character.codePointAt(0) ?? 0) : 0;
  return isCharacter(code) ? characterKeysyms(code) : null;
}

function isCharacter(code: number): boolean {
  return code >= 0x20 && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code <= 0xdfff);
}

/** Latin-1 has the numbers of its characters; all others may be given as their code point. Source: X11 protocol, appendix A. */
function characterKeysyms(code: number): readonly number[] {
  const unicode = 0x01000000 + code;
  return code <= 0xff ? [code, unicode] : [unicode];
}
