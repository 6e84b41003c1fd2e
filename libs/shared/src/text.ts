/**
 * Text as desktop toolkits hand it over: UTF-16, full of invisible marks, sometimes with half a surrogate pair.
 *
 * Every length and limit in this project counts UTF-16 units (`text.length`). "Whitespace" is JavaScript's `\s`.
 */

/** Zero-width and directional marks that a person does not see and a toolkit inserts freely. Source: beans-picker 0.5 seed. */
const INVISIBLE_MARKS = /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** With the `u` flag only unpaired surrogates match: a pair is read as one code point. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Cc, Cf, the line and paragraph separators, and unpaired surrogates. */
const CONTROL_OR_FORMAT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Where one capital starts a new word: "allClear" → all|Clear, "HTMLView" → HTML|View. */
const CAMEL_HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** Prefixes that toolkits give to identifiers nobody wrote for a reader. Source: beans-picker 0.5 seed. */
const TOOLKIT_PREFIXES = ["_", "NS", "menuAction"] as const;

/**
 * Shortens `text` to at most `max` UTF-16 units. A shortened text has `…` as its last unit and never ends in half a
 * surrogate pair, so it can be one unit shorter than `max`. A `max` below 1 gives the empty text.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (!(max >= 1)) return "";
  const end = Math.floor(max) - 1;
  return `${text.slice(0, splitsPair(text, end) ? end - 1 : end)}…`;
}

function splitsPair(text: string, at: number): boolean {
  // A code point above U+FFFF that starts one unit before `at` reaches across it.
  const before = at > 0 ? text.codePointAt(at - 1) : undefined;
  return before !== undefined && before > 0xffff;
}

/**
 * A label as a person reads it: invisible marks removed, every run of whitespace one space, ends trimmed.
 * Idempotent. Source: beans-picker 0.5 seed.
 */
export function normaliseLabel(text: string): string {
  // Marks go first: U+FEFF counts as whitespace in JavaScript and would otherwise become a space inside a word.
  return text.replace(INVISIBLE_MARKS, "").replace(/\s+/g, " ").trim();
}

/** Replaces every lone surrogate by U+FFFD, so that the text has a UTF-8 form. Well-formed text is unchanged. */
export function scrubText(text: string): string {
  return text.replace(LONE_SURROGATES, "\uFFFD");
}

/** True if `text` holds a control or format character, a line or paragraph separator, or a lone surrogate. */
export function hasControlOrFormat(text: string): boolean {
  return CONTROL_OR_FORMAT.test(text);
}

/** One offending character: `at` is its UTF-16 offset, `codePoint` its printable name such as `U+202E`. */
export interface FoundCharacter {
  readonly at: number;
  readonly codePoint: string;
}

/** The first character for which `hasControlOrFormat` is true, named so that a message can show it; else `undefined`. */
export function findControlOrFormat(text: string): FoundCharacter | undefined {
  return findCharacter(text, CONTROL_OR_FORMAT);
}

/** The first whitespace character (JavaScript `\s`) in `text`, or `undefined`. */
export function findWhitespace(text: string): FoundCharacter | undefined {
  return findCharacter(text, /\s/u);
}

function findCharacter(text: string, pattern: RegExp): FoundCharacter | undefined {
  const at = text.search(pattern);
  const code = at < 0 ? undefined : text.codePointAt(at);
  if (code === undefined) return undefined;
  return { at, codePoint: `U+${code.toString(16).toUpperCase().padStart(4, "0")}` };
}

/**
 * The identifier itself if a developer chose it for this control, else `undefined`: identifiers that begin with `_`, `NS`
 * or `menuAction`, or contain `:` or `(`, are made up by the toolkit. Source: beans-picker 0.5 seed.
 */
export function bareIdentifier(identifier: string): string | undefined {
  if (identifier === "" || /[:(]/.test(identifier)) return undefined;
  return TOOLKIT_PREFIXES.some((prefix) => identifier.startsWith(prefix)) ? undefined : identifier;
}

/**
 * An identifier as words ("AllClear" → "All Clear", "save_as-button" → "save as button"), or `undefined` where
 * `bareIdentifier` is or nothing readable is left.
 */
export function humaniseIdentifier(identifier: string): string | undefined {
  const words = bareIdentifier(identifier)?.replace(CAMEL_HUMP, " ").replace(/[_-]/g, " ");
  const readable = words === undefined ? "" : normaliseLabel(words);
  return readable === "" ? undefined : readable;
}
