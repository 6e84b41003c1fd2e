import type { Query } from "../query.js";
import { sameLine } from "../geometry.js";
import { hasStem, type Box, type Prepared, type Screen } from "../screen.js";
import type { ThesaurusIndex } from "../thesaurus/index.js";
import { spokenIn } from "./names.js";
import { columnsOf, FeatureTable, type Block } from "./table.js";

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
  "otherWord",
  "absent",
] as const;
export type LexicalName = (typeof lexicalNames)[number];

const columns = columnsOf(lexicalNames, 0);

/** Where a stem of the instruction stands, seen from an option. */
const OWN = 1;
const ABOUT = 2;
const CONTEXT = 4;
const VALUE = 8;
const LINE = 16;
const ANYWHERE = OWN | ABOUT | CONTEXT | VALUE;
/** Worth of a word of the place that is another option's on the same line. */
const ON_LINE = 0.9;

/** Looks at every option at once, because a match counts by how it compares with the others. */
export function lexicalFeatures(
  query: Query,
  screen: Screen,
  known: ThesaurusIndex,
  block: Block,
): FeatureTable<LexicalName> {
  const { options, rarity } = screen;
  const table = new FeatureTable(columns, block);
  const { values, width } = table;
  const thing = query.thing.size > 0 ? query.thing : query.cues;
  const asked = [...new Set([...query.content, ...thing])];
  const places = new Uint8Array(asked.length);
  /** Best worth of each stem that was asked for, on any option. */
  const somewhere = new Float64Array(asked.length);
  const weigh = (stems: Iterable<string>) => weighed(stems, rarity, asked);
  const [things, content, place] = [weigh(thing), weigh(query.content), weigh(query.place)];
  const [cues, payload] = [weigh(query.cues), weigh(query.payload)];
  const anchors = weigh(new Set(query.relations.flatMap(({ anchors: names }) => names.flatMap((stems) => [...stems]))));
  const isPlace = asked.map((stem) => query.place.has(stem));
  const holders = asked.map((stem) => boxesOf(stem, options));
  const synonyms = new Map([...thing].map((stem) => [stem, known.synonymsOf(stem)]));
  const phraseGrams = trigrams(query.phrase === "" ? query.plain : query.phrase);
  const words = new Set(query.plain.split(" "));
  const isSpoken = spokenIn(query);
  const mentioned = (stem: string) => query.content.has(stem) || query.cues.has(stem) || query.payload.has(stem);

  options.forEach((one, at) => {
    const { own, about, value, context, choiceStems, label } = one;
    for (let of = 0; of < asked.length; of += 1) {
      const stem = asked[of] ?? "";
      const found =
        (own.has(stem) ? OWN : 0) |
        (hasStem(about, stem) ? ABOUT : 0) |
        (hasStem(context, stem) ? CONTEXT : 0) |
        (value.has(stem) ? VALUE : 0);
      const looks = found === 0 || (isPlace[of] === true && (found & CONTEXT) === 0);
      if (found !== 0 || hasStem(choiceStems, stem)) somewhere[of] = 1;
      places[of] = looks && isOnLine(one, holders[of] ?? []) ? found | LINE : found;
    }
    const stands = (of: number, where: number) => ((places[of] ?? 0) & where) !== 0;
    const isOwn = (_: string, of: number) => (stands(of, OWN) ? 1 : 0);
    const hasOwn = (stem: string) => (own.has(stem) ? 1 : 0);
    const ownShare = shareOf(things, isOwn);
    const labelShare = share(own, rarity, (stem) => (query.thing.has(stem) ? 1 : query.cues.has(stem) ? 0.5 : 0));
    const verbatim = own.size > 0 && label !== "" && isSpoken(label) && [...own].some(mentioned);
    const bestOfOwn = (stem: string, of: number) => {
      const worth = bestOf(stem, own, synonyms);
      somewhere[of] = Math.max(somewhere[of] ?? 0, worth);
      return worth;
    };
    const withSynonyms = shareOf(things, bestOfOwn);
    const row = at * width;
    const put = (name: LexicalName, amount: number) => {
      values[row + columns[name]] = amount;
    };
    put("own", ownShare);
    put("ownSynonym", withSynonyms);
    put("labelShare", labelShare);
    put("ownTimesShare", ownShare * labelShare);
    put("exact", own.size > 0 && own.size === thing.size && ownShare > 0 && isSubset(own, thing) ? 1 : 0);
    put("verbatim", verbatim ? 1 : 0);
    put("verbatimLength", verbatim ? Math.log2(1 + label.split(" ").length) / 3 : 0);
    put("quoted", label !== "" && query.quoted.includes(label) ? 1 : 0);
    put("spelling", label === "" ? 0 : dice(phraseGrams, trigrams(label)));
    put("cueOwn", shareOf(cues, hasOwn));
    put("cueLabel", own.size > 0 && query.thing.size === 0 && isSubset(own, query.cues) ? 1 : 0);
    put(
      "about",
      shareOf(content, (_, of) => (stands(of, ABOUT) ? 1 : 0)),
    );
    put(
      "value",
      shareOf(content, (_, of) => (stands(of, VALUE) ? 1 : 0)),
    );
    if (choiceStems.length > 0)
      put(
        "choices",
        shareOf(content, (stem) => (hasStem(choiceStems, stem) ? 1 : 0)),
      );
    put(
      "place",
      shareOf(place, (_, of) => (stands(of, CONTEXT) ? 1 : stands(of, LINE) ? ON_LINE : 0)),
    );
    put("placeOwn", shareOf(place, isOwn));
    put(
      "thingContext",
      shareOf(things, (_, of) => (!stands(of, OWN) && stands(of, CONTEXT) ? 1 : 0)),
    );
    put(
      "all",
      shareOf(content, (_, of) => (stands(of, ANYWHERE) ? 1 : 0)),
    );
    put(
      "allWithLine",
      shareOf(content, (_, of) => (stands(of, ANYWHERE | LINE) ? 1 : 0)),
    );
    put("anchorOwn", shareOf(anchors, hasOwn));
    put("unnamed", own.size === 0 ? 1 : 0);
    put("length", Math.log2(1 + own.size) / 4);
    put("payloadOwn", shareOf(payload, hasOwn));
    put("otherWord", ownShare > 0 ? (1 - withSynonyms) * (1 - labelShare) : 0);
    put("glyph", own.size === 1 && words.has(label) && !/^[\p{L}]{2,}$/u.test(label) ? 1 : 0);
  });
  // The same for every option: it says nothing of which one is meant, and much of whether any is.
  const absent = 1 - shareOf(content, (_, of) => somewhere[of] ?? 0);
  for (let row = 0; row < values.length; row += width) values[row + columns.absent] = content.all === 0 ? 0 : absent;
  relative(table, "ownTimesShare", "bestOwn");
  relative(table, "allWithLine", "bestAll");
  return table;
}

/** Marks how close each option is to the best one. */
function relative(table: FeatureTable<LexicalName>, of: LexicalName, into: LexicalName): void {
  const { values, width } = table;
  const best = table.most(of);
  if (best === 0) return;
  for (let row = 0; row < values.length; row += width) {
    values[row + columns[into]] = (values[row + columns[of]] ?? 0) / best;
  }
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  for (const one of some) if (!all.has(one)) return false;
  return true;
}

/** Stems of the instruction with their rarity, and their number among all that are asked for. */
interface Weighed {
  readonly stems: readonly string[];
  readonly rare: readonly number[];
  readonly of: readonly number[];
  readonly all: number;
}

function weighed(stems: Iterable<string>, rarity: (stem: string) => number, asked: readonly string[]): Weighed {
  const list = [...stems];
  const rare = list.map(rarity);
  return {
    stems: list,
    rare,
    of: list.map((stem) => asked.indexOf(stem)),
    all: rare.reduce((sum, one) => sum + one, 0),
  };
}

/** Share of weighed stems, by rarity, that `worth` finds. */
function shareOf({ stems, rare, of, all }: Weighed, worth: (stem: string, of: number) => number): number {
  if (all === 0) return 0;
  let found = 0;
  for (let at = 0; at < stems.length; at += 1) found += (rare[at] ?? 0) * worth(stems[at] ?? "", of[at] ?? -1);
  return found / all;
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

/** 1 for the stem itself, less for a synonym or a word that begins alike. */
function bestOf(
  stem: string,
  own: ReadonlySet<string>,
  synonyms: ReadonlyMap<string, ReadonlyMap<string, number>>,
): number {
  if (own.has(stem)) return 1;
  const worths = synonyms.get(stem);
  let [best, alike] = [0, 0];
  for (const other of own) {
    best = Math.max(best, worths?.get(other) ?? 0);
    if (stem.length < 4 || other.length < 4) continue;
    if (other.startsWith(stem) || stem.startsWith(other)) alike = BEGINS_ALIKE;
  }
  return best === 0 ? alike : best;
}

const BEGINS_ALIKE = 0.5;

/** The options that have a stem as their own; none when it stands in so many places that it says nothing about a line. */
function boxesOf(stem: string, options: readonly Prepared[]): Prepared[] {
  const holders: Prepared[] = [];
  for (const one of options) if (one.shown && one.box !== undefined && one.own.has(stem)) holders.push(one);
  return holders.length > MOST_HOLDERS ? [] : holders;
}

const MOST_HOLDERS = 60;

/** Tells whether another option on the same line is among the holders. */
function isOnLine({ at, box }: Prepared, holders: readonly Prepared[]): boolean {
  if (box === undefined) return false;
  for (const other of holders) {
    if (other.at !== at && other.box !== undefined && isBeside(box, other.box)) return true;
  }
  return false;
}

function isBeside(a: Box, b: Box): boolean {
  const [high, other] = [a.bottom - a.top, b.bottom - b.top];
  return sameLine(a, b) > 0.6 && Math.max(high, other) < 4 * Math.min(high, other) + 0.01;
}

/** True if `label` stands in `plain` with no letter or digit right before or after it. */

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
