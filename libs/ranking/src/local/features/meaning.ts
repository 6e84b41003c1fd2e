import { rowNouns } from "../cues.js";
import type { Query } from "../query.js";
import type { Screen } from "../screen.js";
import type { ThesaurusIndex } from "../thesaurus/index.js";
import { lexicalNames } from "./lexical.js";
import { columnsOf, FeatureTable, type Block } from "./table.js";

/** Features from what controls do, as the thesaurus knows it. */
export const meaningNames = ["way", "wayBest", "bag", "bagBest", "sameConcept", "aboutWay"] as const;
export type MeaningName = (typeof meaningNames)[number];

/** Weight of words that may only be a verb or a role, and of the place, when looking for a concept. */
const CUE = 0.35;
const PLACE = 0.5;
/** Worth of a meaning where the instruction points at a place: people who point do not paraphrase. */
const POINTED = 0.5;
/** Help with more words than this is a sentence, not a name. */
const LONGEST_NAME = 8;

const columns = columnsOf(meaningNames, lexicalNames.length);

export function meaningFeatures(query: Query, screen: Screen, known: ThesaurusIndex, block: Block): void {
  const table = new FeatureTable(columns, block);
  const { values, width } = table;
  const said = new Map<string, number>();
  const counted = (stem: string) => query.ordinal !== undefined && rowNouns.has(stem);
  for (const stem of query.cues) said.set(stem, CUE);
  for (const stem of query.place) said.set(stem, PLACE);
  // What stands beside it says where it is, not what it does.
  for (const stem of query.thing) if (!query.place.has(stem)) said.set(stem, counted(stem) ? CUE : 1);
  for (const [stem, worth] of known.phrasesIn(query.plain)) if (!said.has(stem)) said.set(stem, worth * CUE);
  const hits = known.hits(said);
  const sure = query.relations.length > 0 || query.ordinal !== undefined ? POINTED : 1;
  screen.options.forEach(({ own, about }, at) => {
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
    const row = at * width;
    values[row + columns.way] = way * sure;
    values[row + columns.bag] = bag * sure;
    values[row + columns.sameConcept] = label * sure;
    values[row + columns.aboutWay] = aboutWay * sure;
  });
  relative(table, "way", "wayBest");
  relative(table, "bag", "bagBest");
}

/** Marks how close each option is to the best one, where that is good at all. */
function relative(table: FeatureTable<MeaningName>, of: MeaningName, into: MeaningName): void {
  const { values, width } = table;
  const best = table.most(of);
  if (best === 0) return;
  for (let row = 0; row < values.length; row += width) {
    values[row + columns[into]] = ((values[row + columns[of]] ?? 0) / best) * Math.min(1, best * 1.5);
  }
}
