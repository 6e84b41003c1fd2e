import { mostKeypadKeys, type KeypadKey } from "@beans-picker/desktop";
import { keypadKeys } from "./keys.js";

/** Other ways to write a key. */
const spellings: Readonly<Record<string, string>> = { "×": "*", "÷": "/", "−": "-", x: "*", "M−": "M-" };

/** What a text can be cut into, the longest first, so that "MC" is one key and not two. */
const pieces = [...keypadKeys, ...Object.keys(spellings)].sort((a, b) => b.length - a.length);

/**
 * The keys that enter a text, in order; `undefined` where some part of it is no key (letters, commas, full-width digits).
 * Spaces mean nothing: `(48 + 16) / 8 =`. Named keys are written as on the buttons: `AC`, `C`, `CE`, `⌫`, `MC`, `MR`, `MS`,
 * `M+`, `M-`.
 */
export function keysOf(text: string): string[] | undefined {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    if (/\s/u.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const piece = pieces.find((each) => text.startsWith(each, at));
    if (piece === undefined || found.length === mostKeypadKeys) return undefined;
    found.push(spellings[piece] ?? piece);
    at += piece.length;
  }
  return found;
}

/** The buttons to press for a text; `undefined` where the keypad lacks one, and for a text without keys. */
export function pressesFor(text: string, keys: readonly KeypadKey[]): readonly KeypadKey[] | undefined {
  const wanted = keysOf(text);
  if (wanted === undefined || wanted.length === 0) return undefined;
  const buttons = new Map(keys.map((each) => [each.key, each]));
  const presses = wanted.map((key) => buttons.get(key));
  return presses.every((press) => press !== undefined) ? presses : undefined;
}
