import { cut, normaliseLabel } from "@beans-picker/shared";
import { cueStems, readCues, type Cues } from "./cues.js";
import { withPositions, withRelations } from "./positions.js";
import { relationsIn, type Relation } from "./relations.js";
import { tokens } from "./tokens.js";

/** What an instruction asks for, as far as its words say it. */
export interface Query extends Cues {
  /** The whole instruction, normalised and in lower case. */
  readonly plain: string;
  /** Normalised lower-case spans in quotes, the text to enter left out. */
  readonly quoted: readonly string[];
  /** Stems that name the thing itself. */
  readonly thing: ReadonlySet<string>;
  /** Stems that name the place it is in. */
  readonly place: ReadonlySet<string>;
  /** All stems with content: `thing`, `place` and the words of neighbours. */
  readonly content: ReadonlySet<string>;
  /** Stems that may only be a verb, a role or a position ("open", "tab", "last"). */
  readonly cues: ReadonlySet<string>;
  /** Stems of the text to enter. */
  readonly payload: ReadonlySet<string>;
  /** The content stems of the thing in order, joined: for comparing spellings. */
  readonly phrase: string;
  readonly relations: readonly Relation[];
}

/** The local ranker reads this much of an instruction, in UTF-16 units. */
const INSTRUCTION_UNITS = 2000;

const QUOTED = /"([^"]{1,200})"|“([^”]{1,200})”|「([^」]{1,200})」|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])/gu;

/** Reads an instruction. `text` is what will be entered: its words say what, not where. */
export function readQuery(instruction: string, text: string | undefined): Query {
  const plain = normaliseLabel(cut(instruction, INSTRUCTION_UNITS).normalize("NFKC")).toLowerCase();
  const entered =
    text === undefined ? "" : normaliseLabel(cut(text, INSTRUCTION_UNITS).normalize("NFKC")).toLowerCase();
  const payload = new Set(tokens(entered));
  const bare = withRelations(entered === "" ? plain : plain.replace(entered, " "));
  const { english, stems: positions } = withPositions(bare);
  const isCue = (stem: string) => cueStems.has(stem) || positions.has(stem);
  const isContent = (stem: string) => !payload.has(stem) && !isCue(stem);
  const { thing, place, relations } = relationsIn(bare, (part) => tokens(part).some(isContent));
  const thingStems = tokens(thing);
  const placeStems = new Set(place.flatMap(tokens).filter(isContent));
  const thingSet = new Set(thingStems.filter(isContent));
  const anchors = relations.flatMap(({ anchors: names }) => names.flatMap((name) => [...name]));
  return {
    ...readCues(english, withPositions(thing).english),
    plain,
    quoted: [...plain.matchAll(QUOTED)]
      .flatMap(spansOf)
      .map(normaliseLabel)
      .filter((span) => span !== "" && span !== entered),
    thing: thingSet,
    place: placeStems,
    content: new Set([...thingSet, ...placeStems, ...anchors.filter(isContent)]),
    cues: new Set(thingStems.filter(isCue)),
    payload,
    phrase: thingStems.filter(isContent).join(" "),
    relations,
  };
}

/** The groups that took part: one per kind of quotes, the others are undefined. */
function spansOf(match: readonly (string | undefined)[]): string[] {
  return match.slice(1).filter((span) => span !== undefined);
}
