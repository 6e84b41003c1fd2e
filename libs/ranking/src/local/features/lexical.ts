import type { Query } from "../query.js";
import { sameLine } from "../geometry.js";
import { hasStem, type Prepared, type Screen } from "../screen.js";
import type { ThesaurusIndex } from "../thesaurus/index.js";

/** Features from the words of the instruction and of the option, each about 0…1. */
export const lexicalNames = [
  "own",
  "ownSynonym",
  "labelShare",
  "ownTimesShare",
  "exact",
  "verbatim",
  "verbatimLength",
  "quoted",
  "spelling",
  "cueOwn",
  "cueLabel",
  "about",
  "value",
  "choices",
  "place",
  "placeOwn",
  "thingContext",
  "all",
  "allWithLine",
  "anchorOwn",
  "bestOwn",
  "bestAll",
  "unnamed",
  "length",
  "payloadOwn",
  "glyph",
] as const;
export type LexicalName = (typeof lexicalNames)[number];

export type Features<Name extends string> = Record<Name, number>;

/** Looks at every option at once, because a match counts by how it compares with the others. */
export function lexicalFeatures(query: Query, screen: Screen, known: ThesaurusIndex): Features<LexicalName>[] {
  const { options, rarity } = screen;
  const phraseGrams = trigrams(query.phrase === "" ? query.plain : query.phrase);
  const wider = widen(query, known);
  const onLine = lineWords(query.content, options);
  const anchors = new Set(query.relations.flatMap((relation) => relation.anchors.flatMap((stems) => [...stems])));
  const thing = query.thing.size > 0 ? query.thing : query.cues;
  const found = options.map((one): Features<LexicalName> => {
    const { own, about, value, context, label } = one;
    const mentioned = (stem: string) => query.content.has(stem) || query.cues.has(stem) || query.payload.has(stem);
    const ownShare = share(thing, rarity, (stem) => (own.has(stem) ? 1 : 0));
    const labelShare = share(own, rarity, (stem) => (query.thing.has(stem) ? 1 : query.cues.has(stem) ? 0.5 : 0));
    const verbatim = own.size > 0 && label !== "" && hasWords(query.plain, label) && [...own].some(mentioned);
    const everywhere = (stem: string) =>
      own.has(stem) || hasStem(about, stem) || hasStem(context, stem) || value.has(stem);
    return {
      own: ownShare,
      ownSynonym: share(thing, rarity, (stem) => bestOf(stem, own, wider)),
      labelShare,
      ownTimesShare: ownShare * labelShare,
      exact: own.size > 0 && own.size === thing.size && [...own].every((stem) => thing.has(stem)) ? 1 : 0,
      verbatim: verbatim ? 1 : 0,
      verbatimLength: verbatim ? Math.log2(1 + label.split(" ").length) / 3 : 0,
      quoted: label !== "" && query.quoted.includes(label) ? 1 : 0,
      spelling: label === "" ? 0 : dice(phraseGrams, trigrams(label)),
      cueOwn: share(query.cues, rarity, (stem) => (own.has(stem) ? 1 : 0)),
      cueLabel: own.size > 0 && query.thing.size === 0 && [...own].every((stem) => query.cues.has(stem)) ? 1 : 0,
      about: share(query.content, rarity, (stem) => (hasStem(about, stem) ? 1 : 0)),
      value: share(query.content, rarity, (stem) => (value.has(stem) ? 1 : 0)),
      choices: share(query.content, rarity, (stem) => (hasStem(one.choiceStems, stem) ? 1 : 0)),
      place: share(query.place, rarity, (stem) => (hasStem(context, stem) ? 1 : onLine(one, stem) ? 0.9 : 0)),
      placeOwn: share(query.place, rarity, (stem) => (own.has(stem) ? 1 : 0)),
      thingContext: share(thing, rarity, (stem) => (!own.has(stem) && hasStem(context, stem) ? 1 : 0)),
      all: share(query.content, rarity, (stem) => (everywhere(stem) ? 1 : 0)),
      allWithLine: share(query.content, rarity, (stem) => (everywhere(stem) || onLine(one, stem) ? 1 : 0)),
      anchorOwn: share(anchors, rarity, (stem) => (own.has(stem) ? 1 : 0)),
      bestOwn: 0,
      bestAll: 0,
      unnamed: own.size === 0 ? 1 : 0,
      length: Math.log2(1 + own.size) / 4,
      payloadOwn: share(query.payload, rarity, (stem) => (own.has(stem) ? 1 : 0)),
      glyph: own.size === 1 && query.plain.split(" ").includes(label) && !/^[\p{L}]{2,}$/u.test(label) ? 1 : 0,
    };
  });
  relative(found, "ownTimesShare", "bestOwn");
  relative(found, "allWithLine", "bestAll");
  return found;
}

/** Marks how close each option is to the best one. */
function relative<Name extends string>(found: Features<Name>[], of: Name, into: Name): void {
  const best = found.reduce((most, features) => Math.max(most, features[of]), 0);
  if (best > 0) for (const features of found) features[into] = features[of] / best;
}

/** Share of stems, by rarity, that `worth` finds. */
export function share(
  stems: ReadonlySet<string>,
  rarity: (stem: string) => number,
  worth: (stem: string) => number,
): number {
  let [found, all] = [0, 0];
  for (const stem of stems) {
    const rare = rarity(stem);
    all += rare;
    found += rare * worth(stem);
  }
  return all === 0 ? 0 : found / all;
}

type Wider = ReadonlyMap<string, ReadonlyMap<string, number>>;

function widen(query: Query, known: ThesaurusIndex): Wider {
  return new Map([...query.thing, ...query.cues].map((stem) => [stem, known.synonymsOf(stem)]));
}

/** 1 for the stem itself, less for a synonym or a word that begins alike. */
function bestOf(stem: string, own: ReadonlySet<string>, wider: Wider): number {
  if (own.has(stem)) return 1;
  let best = 0;
  for (const [other, worth] of wider.get(stem) ?? []) if (worth > best && own.has(other)) best = worth;
  if (best === 0 && stem.length >= 4) {
    for (const other of own) if (other.length >= 4 && (other.startsWith(stem) || stem.startsWith(other))) best = 0.5;
  }
  return best;
}

/** Tells whether another option on the same line has a stem as its own. */
function lineWords(
  content: ReadonlySet<string>,
  options: readonly Prepared[],
): (one: Prepared, stem: string) => boolean {
  const holders = new Map(
    [...content].map((stem) => [
      stem,
      options.filter(({ own, box, shown }) => shown && box !== undefined && own.has(stem)),
    ]),
  );
  return ({ at, box }, stem) => {
    const others = holders.get(stem) ?? [];
    if (box === undefined || others.length > MOST_HOLDERS) return false;
    return others.some((other) => other.at !== at && other.box !== undefined && isBeside(box, other.box));
  };
}

/** A word in more places than this says nothing about a line. */
const MOST_HOLDERS = 60;

function isBeside(a: Prepared["box"] & object, b: Prepared["box"] & object): boolean {
  const [low, high] = [a.bottom - a.top, b.bottom - b.top].sort((x, y) => x - y);
  return sameLine(a, b) > 0.6 && (high ?? 0) < 4 * (low ?? 0) + 0.01;
}

/** True if `label` stands in `plain` with no letter or digit right before or after it. */
function hasWords(plain: string, label: string): boolean {
  if (label.length > plain.length) return false;
  for (let at = plain.indexOf(label); at >= 0; at = plain.indexOf(label, at + 1)) {
    const around = `${plain.slice(Math.max(0, at - 1), at)} ${plain.slice(at + label.length, at + label.length + 1)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}

/** Labels are compared by their first units only: what a person reads as a name is short. */
const SPELLED_UNITS = 60;
const spelled = new Map<string, ReadonlySet<string>>();

function trigrams(text: string): ReadonlySet<string> {
  const short = text.slice(0, SPELLED_UNITS);
  const before = spelled.get(short);
  if (before !== undefined) return before;
  const padded = ` ${short} `;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  if (spelled.size > 5_000) spelled.clear();
  spelled.set(short, grams);
  return grams;
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const gram of few) if (many.has(gram)) common += 1;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}
