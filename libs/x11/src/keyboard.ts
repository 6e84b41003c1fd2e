import type { Chord } from "./chord.js";
import type { Display } from "./display.js";
import { type Key, type Keymap, modifierOf, type ModifierMap } from "./keymap.js";
import { quad, readWords, request } from "./packet.js";

const opcodes = { getKeyboardMapping: 101, getModifierMapping: 119 } as const;

export interface Keyboard {
  readonly keymap: Keymap;
  readonly modifiers: ModifierMap;
}

/** The user's own keyboard, by which apps read keycodes whatever keyboard they come from. */
export async function readKeyboard(display: Display): Promise<Keyboard | null> {
  const { first, last } = display.server.keycodes;
  const count = last - first + 1;
  const [keys, modifiers] = await Promise.all([
    display.ask(request(opcodes.getKeyboardMapping, 0, [quad(first, count, 0, 0)])),
    display.ask(request(opcodes.getModifierMapping, 0)),
  ]);
  if (keys === null || modifiers === null) return null;
  const keysyms = readWords(keys.data, 24, count * keys.detail);
  const each = modifiers.detail;
  return {
    keymap: { first, perKey: keys.detail, keysyms },
    modifiers: Array.from({ length: 8 }, (_, row) =>
      [...modifiers.data.subarray(24 + row * each, 24 + (row + 1) * each)].filter((keycode) => keycode !== 0),
    ),
  };
}

/** The keycodes to hold, on the seat's own keyboard; null when it lacks one of them. */
export function heldKeycodes(chord: Chord, key: Key, map: ModifierMap | null, keymap: Keymap): number[] | null {
  if (map === null) return null;
  const held = new Set(chord.held);
  if (key.shift) held.add("shift");
  const keycodes: number[] = [];
  for (const name of held) {
    const row = modifierOf(name, map, keymap);
    const keycode = row === null ? undefined : map[row]?.[0];
    if (keycode === undefined) return null;
    keycodes.push(keycode);
  }
  return keycodes;
}

/** The modifiers of the chord as a key event carries them; null when the keyboard lacks one of them. */
export function stateOf(chord: Chord, key: Key, { modifiers, keymap }: Keyboard): number | null {
  let state = key.shift ? 1 : 0;
  for (const name of chord.held) {
    const row = modifierOf(name, modifiers, keymap);
    if (row === null) return null;
    state |= 1 << row;
  }
  return state;
}

/** Source: X11 protocol, appendix B, KeyPress. */
export function keyEvent(root: number, window: number, type: number, keycode: number, state: number): Buffer {
  const event = Buffer.alloc(32);
  event.writeUInt8(type, 0);
  event.writeUInt8(keycode, 1);
  event.writeUInt32LE(root, 8);
  event.writeUInt32LE(window, 12);
  event.writeUInt16LE(state, 28);
  event.writeUInt8(1, 30);
  return event;
}
