import { rowNouns } from "../cues.js";
import type { Query } from "../query.js";
import type { Screen } from "../screen.js";
import type { ThesaurusIndex } from "../thesaurus/index.js";
import type { Features } from "./lexical.js";

/** Features from what controls do, as the thesaurus knows it. */
export const meaningNames = ["way", "wayBest", "bag", "bagBest", "sameConcept", "aboutWay"] as const;
export type MeaningName = (typeof meaningNames)[number];

/** Weight of words that may only be a verb or a role, and of the place, when looking for a concept. */
const CUE = 0.35;
const PLACE = 0.5;
/** Help with more words than this is a sentence, not a name. */
const LONGEST_NAME = 8;

export function meaningFeatures(query: Query, screen: Screen, known: ThesaurusIndex): Features<MeaningName>[] {
  const said = new Map<string, number>();
  const counted = (stem: string) => query.ordinal !== undefined && rowNouns.has(stem);
  for (const stem of query.cues) said.set(stem, CUE);
  for (const stem of query.place) said.set(stem, PLACE);
  for (const stem of query.content) if (!query.place.has(stem)) said.set(stem, counted(stem) ? CUE : 1);
  for (const [stem, worth] of known.phrasesIn(query.plain)) if (!said.has(stem)) said.set(stem, worth * CUE);
  const hits = known.hits(said);
  const found = screen.options.map(({ own, about }): Features<MeaningName> => {
    let [way, bag, label, aboutWay] = [0, 0, 0, 0];
    for (const [concept, fit] of known.conceptsOf(own)) {
      const hit = hits.get(concept);
      if (hit === undefined) continue;
      way = Math.max(way, hit.way * fit);
      bag = Math.max(bag, hit.bag * fit);
      label = Math.max(label, hit.label * fit);
    }
    for (const text of about) {
      if (text.size > LONGEST_NAME) continue;
      for (const [concept, fit] of known.conceptsOf(text)) {
        const hit = hits.get(concept);
        if (hit !== undefined) aboutWay = Math.max(aboutWay, Math.max(hit.way, hit.label) * fit);
      }
    }
    return { way, wayBest: 0, bag, bagBest: 0, sameConcept: label, aboutWay };
  });
  const most = (name: MeaningName) => found.reduce((best, features) => Math.max(best, features[name]), 0);
  const [bestWay, bestBag] = [most("way"), most("bag")];
  for (const features of found) {
    features.wayBest = bestWay > 0 ? (features.way / bestWay) * Math.min(1, bestWay * 1.5) : 0;
    features.bagBest = bestBag > 0 ? (features.bag / bestBag) * Math.min(1, bestBag * 1.5) : 0;
  }
  return found;
}
