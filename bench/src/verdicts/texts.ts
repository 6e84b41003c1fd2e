/** Outer spaces for trimming, double ones and marks for normalising; all are text that a field must keep. */
export const anyTexts = [
  "  Zoe\u0308  and  日本 😀  ",
  " a  b ",
  " e\u0301  \u00a0x ",
  "  -1  0 ",
  " <b>  &amp;</b> ",
  " Ada  Lovelace ",
];

/** Without no-break spaces, which an editor on Qt saves as plain ones. */
export const savedTexts = anyTexts.filter((text) => !text.includes("\u00a0"));

/** Only what is on a keyboard, for fields that take keys alone. */
export const typedTexts = [" a  b ", "  Ada  Lovelace 1815 ", " x  (y)  z "];

/** Whether `now` is `old` with `text` in it, whole, somewhere, and nothing else different. */
export function holdsInserted(old: string, now: string, text: string): boolean {
  return Array.from({ length: old.length + 1 }, (_, at) => old.slice(0, at) + text + old.slice(at)).includes(now);
}
