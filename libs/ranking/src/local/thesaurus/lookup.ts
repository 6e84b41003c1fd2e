import { REMEMBERED, tokens, tokenSet, words } from "../tokens.js";
import type { Thesaurus } from "./parse.js";

/** How strongly an instruction points at a concept, each 0…1. */
export interface ConceptHit {
  /** Best single way of asking: share of its words that were said, and share of what was said that it explains. */
  readonly way: number;
  /** All the concept's words together against what was said. */
  readonly bag: number;
  /** One of its labels was said. */
  readonly label: number;
}

export type ConceptHits = ReadonlyMap<number, ConceptHit>;

/** A word that was said, with how much it counts. */
export type Said = ReadonlyMap<string, number>;

export interface ThesaurusIndex {
  /** Other stems for the same thing with their worth below 1; never the stem itself. */
  synonymsOf(stem: string): ReadonlyMap<string, number>;
  /** Stems of a label, with the English ones of a label of another language; the same set for the same short label. */
  stemsOf(label: string): ReadonlySet<string>;
  /** Stems for phrases of several words that stand in a text ("get rid of"). */
  phrasesIn(text: string): ReadonlyMap<string, number>;
  /** The concepts that words point at. */
  hits(said: Said): ConceptHits;
  /** The concepts that a control with these own stems is, with how well its label fits (0…1). */
  conceptsOf(own: ReadonlySet<string>): ReadonlyMap<number, number>;
  /** How rare a stem is among all concepts, above 0. */
  rarity(stem: string): number;
}

/** Worth of a synonym against the word itself. */
const SYNONYM = 0.6;
/** Sets with more members mean less; a word of many sets means little. */
const SET_SIZE = 10;
/** Concept labels that share less than this of their words with a control's are another thing. */
const LABEL_FIT = 0.5;
/** A word of so many concepts tells nothing, and its postings would cost time. */
const COMMON = 400;

interface Way {
  readonly concept: number;
  readonly stems: readonly string[];
  readonly worth: number;
}

/** Prepares a thesaurus for look-ups that take time in proportion to what is asked, not to the thesaurus. */
export function indexThesaurus({ concepts, synonyms, translations }: Thesaurus): ThesaurusIndex {
  const ways: Way[] = [];
  const labels: Way[] = [];
  const bags = concepts.map((concept) => new Set([...concept.labels, ...concept.ways].flatMap(tokens)));
  const uses = new Map<string, number>();
  for (const bag of bags) for (const stem of bag) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  const rarity = (stem: string) => Math.log(1 + (concepts.length + 1) / ((uses.get(stem) ?? 0) + 0.5));
  const worthOf = (stems: Iterable<string>) => [...stems].reduce((sum, stem) => sum + rarity(stem), 0);
  concepts.forEach((concept, at) => {
    const add = (into: Way[], text: string) => {
      const stems = [...new Set(tokens(text))];
      if (stems.length > 0) into.push({ concept: at, stems, worth: worthOf(stems) });
    };
    for (const way of concept.ways) add(ways, way);
    for (const label of concept.labels) add(labels, label);
  });
  const waysOf = postings(ways.map(({ stems }) => stems));
  const labelsOf = postings(labels.map(({ stems }) => stems));
  const bagsOf = postings(bags.map((bag) => [...bag]));
  const bagLength = bags.map((bag) => Math.sqrt([...bag].reduce((sum, stem) => sum + rarity(stem) ** 2, 0)));
  const { single, phrases } = indexSynonyms(synonyms);
  const foreign = indexTranslations(translations);
  const none: ReadonlyMap<string, number> = new Map();
  const translated = new Map<string, ReadonlySet<string>>();
  const found = new WeakMap<ReadonlySet<string>, ReadonlyMap<number, number>>();

  /** Best worth of each stem that was said, synonyms included. */
  const expand = (said: Said): Map<string, number> => {
    const wide = new Map(said);
    for (const [stem, weight] of said) {
      for (const [other, worth] of single.get(stem) ?? none) {
        if (weight * worth > (wide.get(other) ?? 0)) wide.set(other, weight * worth);
      }
    }
    return wide;
  };

  const conceptsOf = (own: ReadonlySet<string>): ReadonlyMap<number, number> => {
    const found = new Map<number, number>();
    const ownWorth = worthOf(own);
    const shared = new Map<number, number>();
    for (const stem of own) {
      for (const label of labelsOf.get(stem) ?? []) shared.set(label, (shared.get(label) ?? 0) + rarity(stem));
    }
    for (const [label, common] of shared) {
      const entry = labels[label];
      if (entry === undefined) continue;
      const fit = common / (ownWorth + entry.worth - common);
      if (fit >= LABEL_FIT && fit > (found.get(entry.concept) ?? 0)) found.set(entry.concept, fit);
    }
    return found;
  };

  return {
    rarity,
    synonymsOf: (stem) => single.get(stem) ?? none,
    stemsOf(label) {
      const english = foreign.get(label.toLowerCase());
      if (english === undefined) return tokenSet(label);
      const before = translated.get(label);
      if (before !== undefined) return before;
      const stems = new Set([...tokenSet(label), ...english]);
      if (translated.size >= REMEMBERED) translated.clear();
      translated.set(label, stems);
      return stems;
    },
    phrasesIn(text) {
      const all = words(text);
      const found = new Map<string, number>();
      all.forEach((word, at) => {
        for (const { phrase, stems } of phrases.get(word) ?? []) {
          if (phrase.every((part, offset) => all[at + offset] === part)) {
            for (const stem of stems) found.set(stem, SYNONYM);
          }
        }
      });
      return found;
    },
    hits(said) {
      const wide = expand(said);
      const saidWorth = [...said].reduce((sum, [stem, weight]) => sum + weight * rarity(stem), 0);
      const saidLength = Math.sqrt([...said].reduce((sum, [stem, weight]) => sum + (weight * rarity(stem)) ** 2, 0));
      const sum = (index: ReadonlyMap<string, number[]>, power: number) => {
        const sums = new Map<number, number>();
        for (const [stem, weight] of wide) {
          const places = index.get(stem) ?? [];
          if (places.length > COMMON) continue;
          for (const place of places) sums.set(place, (sums.get(place) ?? 0) + weight * rarity(stem) ** power);
        }
        return sums;
      };
      const found = new Map<number, { way: number; bag: number; label: number }>();
      const at = (concept: number) => {
        const hit = found.get(concept) ?? { way: 0, bag: 0, label: 0 };
        found.set(concept, hit);
        return hit;
      };
      const best = (sums: ReadonlyMap<number, number>, entries: readonly Way[], which: "way" | "label") => {
        for (const [place, common] of sums) {
          const entry = entries[place];
          if (entry === undefined) continue;
          const score = Math.sqrt(Math.min(1, common / entry.worth) * Math.min(1, common / Math.max(1e-9, saidWorth)));
          const hit = at(entry.concept);
          if (score > hit[which]) hit[which] = score;
        }
      };
      best(sum(waysOf, 1), ways, "way");
      best(sum(labelsOf, 1), labels, "label");
      for (const [concept, common] of sum(bagsOf, 2)) {
        at(concept).bag = Math.min(1, common / Math.max(1e-9, saidLength * (bagLength[concept] ?? 1)));
      }
      return found;
    },
    conceptsOf(own) {
      const before = found.get(own);
      if (before !== undefined) return before;
      const concepts = conceptsOf(own);
      found.set(own, concepts);
      return concepts;
    },
  };
}

function postings(entries: readonly (readonly string[])[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  entries.forEach((stems, at) => {
    for (const stem of stems) {
      const places = index.get(stem);
      if (places === undefined) index.set(stem, [at]);
      else places.push(at);
    }
  });
  return index;
}

interface Phrase {
  readonly phrase: readonly string[];
  readonly stems: readonly string[];
}

function indexSynonyms(sets: Thesaurus["synonyms"]): {
  single: Map<string, Map<string, number>>;
  phrases: Map<string, Phrase[]>;
} {
  const single = new Map<string, Map<string, number>>();
  const phrases = new Map<string, Phrase[]>();
  for (const set of sets) {
    const stems = new Set(set.map(tokens).flatMap((found) => (found.length === 1 ? found : [])));
    const worth = SYNONYM * Math.min(1, Math.sqrt(SET_SIZE / set.length));
    for (const stem of stems) {
      const others = single.get(stem) ?? new Map<string, number>();
      single.set(stem, others);
      for (const other of stems) if (other !== stem) others.set(other, Math.max(worth, others.get(other) ?? 0));
    }
    for (const member of set) {
      const phrase = words(member);
      const [first] = phrase;
      if (first === undefined || phrase.length < 2) continue;
      phrases.set(first, [...(phrases.get(first) ?? []), { phrase, stems: [...stems] }]);
    }
  }
  return { single, phrases };
}

function indexTranslations(entries: Thesaurus["translations"]): Map<string, string[]> {
  const foreign = new Map<string, string[]>();
  for (const { english, others } of entries) {
    for (const other of others) {
      const key = other.toLowerCase();
      foreign.set(key, [...new Set([...(foreign.get(key) ?? []), ...tokens(english)])]);
    }
  }
  return foreign;
}
