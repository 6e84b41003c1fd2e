import { normaliseLabel } from "@beans-picker/shared";
import type { RankOption } from "../ranking.js";
import type { ThesaurusIndex } from "./thesaurus/index.js";
import { tokenSet } from "./tokens.js";

/** A rectangle relative to the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The stems of several texts, each kept as it was remembered. */
export type Stems = readonly ReadonlySet<string>[];

export function hasStem(stems: Stems, stem: string): boolean {
  for (const one of stems) if (one.has(stem)) return true;
  return false;
}

/** An option's words by field and its place, made once per request. */
export interface Prepared {
  readonly at: number;
  readonly option: RankOption;
  /** Normalised lower-case label. */
  readonly label: string;
  /** Stems of the label, and English ones for a label of another language. */
  readonly own: ReadonlySet<string>;
  /** Stems of help, placeholder and identifier. */
  readonly about: Stems;
  readonly value: ReadonlySet<string>;
  /** Stems of containers, menu path, heading and free texts around. */
  readonly context: Stems;
  /** Labels, lower case, of what can be chosen in it. */
  readonly choices: ReadonlySet<string>;
  readonly choiceStems: Stems;
  /** Stems of the free texts on each side. */
  readonly beside: Readonly<Record<"left" | "right" | "above" | "below" | "any", ReadonlySet<string>[]>>;
  readonly box: Box | undefined;
  readonly shown: boolean;
}

/** What is offered, prepared for questions. */
export interface Screen {
  readonly options: readonly Prepared[];
  /** How rare a stem is among the options' own words; a stem that no option has is the rarest. */
  readonly rarity: (stem: string) => number;
}

const nothing: ReadonlySet<string> = new Set();

export function prepareScreen(options: readonly RankOption[], known: ThesaurusIndex): Screen {
  const prepared = options.map((option, at) => prepare(option, at, known));
  const uses = new Map<string, number>();
  for (const { own } of prepared) for (const stem of own) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  const rarities = new Map<string, number>();
  return {
    options: prepared,
    rarity: (stem) => {
      const before = rarities.get(stem);
      if (before !== undefined) return before;
      const rare = Math.log(1 + (prepared.length + 0.5) / ((uses.get(stem) ?? 0) + 0.5));
      rarities.set(stem, rare);
      return rare;
    },
  };
}

function prepare(option: RankOption, at: number, known: ThesaurusIndex): Prepared {
  const { facts } = option;
  const label = labelOf(option);
  const context = [
    ...(facts.path?.slice(0, -1) ?? []),
    ...facts.within.map(withoutRole),
    ...Object.values(facts.around ?? {}),
    ...(facts.row ?? []),
  ];
  return {
    at,
    option,
    label: normaliseLabel(label.normalize("NFKC")).toLowerCase(),
    own: withColour(known.stemsOf(label), facts.showsColour),
    about: stemsOf([facts.help, facts.placeholder, facts.identifier]),
    value: tokenSet(facts.value ?? ""),
    context: stemsOf(context),
    choices: facts.options === undefined ? nothing : new Set(facts.options.map((name) => name.toLowerCase())),
    choiceStems: stemsOf(facts.options ?? []),
    beside: besideOf(facts),
    box: boxOf(facts),
    shown: facts.states?.showing !== false,
  };
}

/** A swatch without a name is called by its colour. */
function labelOf({ kind, facts }: RankOption): string {
  if (facts.rawLabel !== "") return facts.rawLabel;
  if (facts.showsColour !== undefined) return facts.showsColour.replace(/ #.*$/u, "");
  return kind === "key" && facts.role === undefined ? "" : facts.label;
}

function withColour(own: ReadonlySet<string>, colour: string | undefined): ReadonlySet<string> {
  return colour === undefined ? own : new Set([...own, ...tokenSet(colour)]);
}

/** `row: Office chair` without the role. */
function withoutRole(container: string): string {
  return container.replace(/^(?:[a-z]+: |near )/u, "");
}

function stemsOf(texts: readonly (string | undefined)[]): Stems {
  return texts.flatMap((text) => (text === undefined || text === "" ? [] : [tokenSet(text)]));
}

const nowhere: Prepared["beside"] = { left: [], right: [], above: [], below: [], any: [] };

function besideOf({ around }: RankOption["facts"]): Prepared["beside"] {
  if (around === undefined) return nowhere;
  const side = (text: string | undefined) => (text === undefined ? [] : [tokenSet(text)]);
  const [left, right, above, below] = [around.left, around.right, around.above, around.below].map(side);
  const sides = { left: left ?? [], right: right ?? [], above: above ?? [], below: below ?? [] };
  return { ...sides, any: [...sides.left, ...sides.right, ...sides.above, ...sides.below] };
}

function boxOf({ position, size }: RankOption["facts"]): Box | undefined {
  if (position === undefined) return undefined;
  const { width, height } = size ?? { width: 0, height: 0 };
  return {
    left: position.x - width / 2,
    right: position.x + width / 2,
    top: position.y - height / 2,
    bottom: position.y + height / 2,
  };
}
