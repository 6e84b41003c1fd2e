import { createHash } from "node:crypto";
import { cut, normaliseLabel, scrubText } from "./text.js";

/** How many containers take part in a key, nearest first. Source: beans-picker 0.5 seed. */
const WITHIN_LEVELS = 3;
/** Longest text shown in `near "…"`, in UTF-16 units. Source: beans-picker 0.5 seed. */
const NEAR_UNITS = 40;

/** What identifies one control. Position in the tree is left out on purpose: it changes whenever a sibling comes or goes. */
export interface ControlFacts {
  readonly role: string;
  /** The toolkit's identifier; absent and empty mean the same. */
  readonly identifier?: string | undefined;
  /** Name in the key; empty where the label of a field or pop-up is really its content. */
  readonly name: string;
  /** Labelled containers, nearest first; the first three count. */
  readonly within: readonly string[];
  /** The nearest heading before the control that is neither inside it nor its own label. */
  readonly heading?: string | undefined;
  /** The nearest text before the control that is not the caption of a control. */
  readonly nearText?: string | undefined;
}

/**
 * `key` names one control of a snapshot and the same control of a later one. `within` is for showing: at most three
 * containers, after `near "…"` where that is what tells the control from its twins. An `ambiguous` key holds only while the
 * window is unchanged, and must never be bound again to another snapshot's control.
 */
export interface ControlIdentity {
  readonly key: string;
  readonly within: readonly string[];
  readonly ambiguous: boolean;
}

/**
 * Gives each control of one snapshot its key, in the order given. `digest` stands for the whole window.
 *
 * Three shapes of JSON array, which no two controls can share:
 * - `[role, identifier|null, name, within]` for a control that has no twin;
 * - `[role, identifier|null, name, within, ["near", text]]` for a twin that only its heading or near text tells apart;
 * - `["ambiguous", plain key, rank among all twins from 1, number of twins, digest]` for the other twins.
 *
 * They differ in length or in the type of the third item, so no label can imitate another shape; `JSON.stringify` escapes
 * lone surrogates, so no two texts become equal. A twin never gets the plain key, not even the only one that could not be
 * placed: with its twins gone later, that key would point to the wrong control.
 */
export function controlKeys(controls: readonly ControlFacts[], digest: string): ControlIdentity[] {
  const groups = new Map<string, ControlFacts[]>();
  for (const control of controls) {
    const key = plainKey(control);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [control]);
    else group.push(control);
  }
  const identified = new Map([...groups].map(([key, group]) => [key, identifyGroup(key, group, digest).values()]));
  return controls.flatMap((control) => {
    // Each group hands out its identities in the order in which its members came.
    const next = identified.get(plainKey(control))?.next();
    return next === undefined || next.done === true ? [] : [next.value];
  });
}

/**
 * Id of a candidate: `c` and the first 32 hex digits of the SHA-256 of its key in UTF-8. UTF-8 has no lone surrogates, so
 * they count as U+FFFD here; keys from `controlKeys` hold none (they are escaped). Source: beans-picker 0.5 seed.
 */
export function candidateId(key: string): string {
  return `c${createHash("sha256").update(scrubText(key), "utf8").digest("hex").slice(0, 32)}`;
}

/**
 * Ids for keys that may repeat: the first use of a key keeps its plain id, later ones hash `key#2`, `key#3` … A number is
 * skipped if some key of the list really ends that way, so the ids of one list are always different from each other.
 */
export function uniqueIds(keys: readonly string[]): string[] {
  // Compared as hashed: two keys that differ only in lone surrogates are a repetition too.
  const texts = keys.map(scrubText);
  const real = new Set(texts);
  const last = new Map<string, number>();
  return texts.map((text) => {
    const used = last.get(text);
    if (used === undefined) {
      last.set(text, 1);
      return candidateId(text);
    }
    let number = used + 1;
    while (real.has(`${text}#${number}`)) number += 1;
    last.set(text, number);
    return candidateId(`${text}#${number}`);
  });
}

function plainKey(control: ControlFacts): string {
  return JSON.stringify(keyParts(control));
}

function keyParts({ role, identifier, name, within }: ControlFacts) {
  return [
    role,
    identifier === undefined || identifier === "" ? null : identifier,
    name,
    within.slice(0, WITHIN_LEVELS),
  ] as const;
}

/** Identities of the controls that share the plain key `key`, in their order. */
function identifyGroup(key: string, group: readonly ControlFacts[], digest: string): ControlIdentity[] {
  const places = group.length === 1 ? [] : placeTwins(group);
  return group.map((control, index) => {
    const within = control.within.slice(0, WITHIN_LEVELS);
    if (group.length === 1) return { key, within, ambiguous: false };
    const place = places[index];
    if (place === undefined) {
      return { key: JSON.stringify(["ambiguous", key, index + 1, group.length, digest]), within, ambiguous: true };
    }
    return {
      // The whole text counts; only what is shown is cut.
      key: JSON.stringify([...keyParts(control), ["near", place]]),
      within: [`near "${cut(place, NEAR_UNITS)}"`, ...within],
      ambiguous: false,
    };
  });
}

/** For each twin the text that tells it from all others: its heading, else its near text, else `undefined`. */
function placeTwins(twins: readonly ControlFacts[]): (string | undefined)[] {
  const headings = twins.map((twin) => readable(twin.heading));
  const texts = twins.map((twin) => readable(twin.nearText));
  const headingUses = countUses(headings);
  const textUses = countUses(texts);
  return twins.map((_, index) => {
    const [heading, text] = [headings[index], texts[index]];
    if (heading !== undefined && headingUses.get(heading) === 1) return heading;
    // A text that is a heading of the group as well could place two twins at the same words.
    return text !== undefined && textUses.get(text) === 1 && !headingUses.has(text) ? text : undefined;
  });
}

/** Differences a person cannot see do not tell two places apart; blank text is no place. */
function readable(text: string | undefined): string | undefined {
  const label = normaliseLabel(text ?? "");
  return label === "" ? undefined : label;
}

function countUses(texts: readonly (string | undefined)[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const text of texts) if (text !== undefined) uses.set(text, (uses.get(text) ?? 0) + 1);
  return uses;
}
