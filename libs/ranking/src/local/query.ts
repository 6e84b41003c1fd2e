import type { CandidateKind } from "@beans-picker/candidates";
import type { Role } from "@beans-picker/desktop";
import { cut, normaliseLabel } from "@beans-picker/shared";
import { stem, tokens, words } from "./tokens.js";

/** What an instruction asks for, as far as its words say it. */
export interface Query {
  /** Distinct content tokens: how much they count, and whether they name the thing, its place or its neighbour. */
  readonly content: ReadonlyMap<string, Wanted>;
  /** Normalised lower-case spans in quotes. */
  readonly quoted: readonly string[];
  /** The whole instruction, normalised and in lower case. */
  readonly plain: string;
  readonly kinds: ReadonlySet<CandidateKind>;
  readonly roles: ReadonlySet<Role>;
  readonly wish: "on" | "off" | undefined;
  readonly ordinal: number | "last" | undefined;
  readonly direction: "up" | "down" | "left" | "right" | undefined;
  /** Name of a key that is asked for, in the spelling of candidates. */
  readonly key: string | undefined;
  /** Where on the window: −1…1 to the right and down, 0 when not said. */
  readonly side: { readonly x: number; readonly y: number };
}

export interface Wanted {
  /** Words that only name a role or a verb count less. */
  readonly weight: number;
  readonly names: "thing" | "place" | "neighbour";
}

/** The local ranker reads this much of an instruction, in UTF-16 units. */
const INSTRUCTION_UNITS = 2000;
/** Weight of a word that names a role, a verb or a place rather than the thing. */
const CUE_WEIGHT = 0.25;

const QUOTED = /"([^"]{1,200})"|“([^”]{1,200})”|「([^」]{1,200})」|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])/gu;

const kindCues: readonly (readonly [RegExp, readonly CandidateKind[]])[] = [
  [
    /\b(?:turn|switch) (?:.{1,60} )?(?:on|off)\b|\b(?:un)?(?:tick|check|toggle)\b|\b(?:en|dis)able\b|\bdeactivate\b/u,
    ["toggle"],
  ],
  [/\b(?:type|enter|fill|write|input|paste)\b|\bput\b|\b(?:replace|change|set)\b.* (?:to|with|by)\b/u, ["set_value"]],
  [/\b(?:append|add|attach|continue)\b.*\b(?:end|after|last)\b|\bappend\b/u, ["append"]],
  [/\bcaret\b|\bcursor\b|\binsert\b/u, ["type_into"]],
  [/\bkeypad\b|\bkey in\b|\bcalculat|\bcompute\b/u, ["keypad"]],
  [/\b(?:choose|select|pick)\b|\b(?:change|set|switch)\b.* to\b/u, ["choose_option"]],
  [/\b(?:select|choose|pick|mark|highlight|press|click|open|go to)\b/u, ["select"]],
  [/\b(?:un)?fold|\bexpand|\bcollapse/u, ["expand"]],
  [/\bright[- ]?click|\bcontext menu\b/u, ["context_menu"]],
  [/\b(?:press|click|push|hit|tap|open|go to|follow|select|choose|show)\b/u, ["click"]],
  [/\bscroll\b|\bpage (?:up|down)\b/u, ["scroll"]],
  [/\bmenu\b|\s>\s/u, ["menu"]],
];

const roleWords: readonly (readonly [RegExp, readonly Role[]])[] = [
  [/\bbuttons?\b/u, ["button", "menubutton", "toggle"]],
  [/\btabs?\b/u, ["tab"]],
  [/\b(?:check ?box(?:es)?|tick ?box|tick|untick|uncheck)\b/u, ["checkbox", "switch", "toggle"]],
  [/\b(?:switch|toggle)\b/u, ["switch", "toggle", "checkbox"]],
  [/\bradio\b/u, ["radio"]],
  [
    /\b(?:field|entry|input|text ?box)\b/u,
    ["textfield", "textarea", "searchfield", "combobox", "securefield", "stepper"],
  ],
  [/\b(?:drop ?down|combo(?: ?box)?|pop-?up)\b/u, ["popup", "combobox"]],
  [/\blinks?\b/u, ["link"]],
  [/\bslider\b/u, ["slider"]],
  [/\b(?:row|line|entry|item)\b/u, ["row", "cell", "listitem", "treeitem"]],
  [/\bcolumn\b/u, ["column"]],
  [/\bmenu\b/u, ["menubutton", "menuitem", "menu"]],
  [/\bicon|image|picture\b/u, ["image"]],
];

const cueTokens: ReadonlySet<string> = new Set(
  (
    "turn switch tick check untick uncheck toggle enable disable deactivate type enter fill write input put set change choose select pick " +
    "press click push hit tap open go follow scroll menu button tab checkbox box radio field entry dropdown combo popup link slider row line " +
    "item column icon first second third fourth fifth last top bottom left right off list get make use let give show"
  )
    .split(" ")
    .map(stem),
);

const ordinals: readonly (readonly [RegExp, number | "last"])[] = [
  [/\b(?:first|1st)\b|\b(?:row|number|no\.?|item) 1\b/u, 1],
  [/\b(?:second|2nd)\b|\b(?:row|number|no\.?|item) 2\b/u, 2],
  [/\b(?:third|3rd)\b|\b(?:row|number|no\.?|item) 3\b/u, 3],
  [/\b(?:fourth|4th)\b|\b(?:row|number|no\.?|item) 4\b/u, 4],
  [/\b(?:fifth|5th)\b|\b(?:row|number|no\.?|item) 5\b/u, 5],
  [/\b(?:last|bottommost|lowest)\b/u, "last"],
];

/** Keys by the names that follow "press": only as the last words, because "press the up arrow in the toolbar" is a button. */
const keyNames: readonly (readonly [RegExp, string])[] = [
  [keyPattern("return|enter"), "return"],
  [keyPattern("esc|escape"), "escape"],
  [keyPattern("tab"), "tab"],
  [keyPattern("space|space ?bar"), "space"],
  [keyPattern("(?:arrow )?up(?: arrow)?"), "up"],
  [keyPattern("(?:arrow )?down(?: arrow)?"), "down"],
  [keyPattern("(?:arrow )?left(?: arrow)?"), "left"],
  [keyPattern("(?:arrow )?right(?: arrow)?"), "right"],
];

function keyPattern(names: string): RegExp {
  return new RegExp(`^(?:(?:press|hit|push) (?:the )?)?(?:${names})(?: key)?[.!]?$`, "u");
}

/** What follows names another control, and the one that is meant stands beside it. */
const BESIDE =
  /\b(?:under(?:neath)?|below|above|beneath|beside|next to|left of|right of|between|in front of|behind|opposite|right after|just before)\b/u;
/** What follows names the place that the control is in. */
const INSIDE = /\b(?:in|inside|within|from|of|on|at|to) (?:the|this|my) /u;

/** Reads an instruction. `text` is what will be entered: its words say nothing about where. */
export function readQuery(instruction: string, text: string | undefined): Query {
  const shortened = cut(instruction, INSTRUCTION_UNITS);
  const plain = normaliseLabel(shortened.normalize("NFKC")).toLowerCase();
  const quoted = [...plain.matchAll(QUOTED)].flatMap(spansOf);
  const entered = new Set(text === undefined ? [] : tokens(cut(text, INSTRUCTION_UNITS)));
  const content = new Map<string, Wanted>();
  for (const [part, names] of partsOf(shortened)) {
    for (const token of tokens(part)) {
      const weight = entered.has(token) ? 0 : cueTokens.has(token) ? CUE_WEIGHT : 1;
      if (!content.has(token)) content.set(token, { weight, names });
    }
  }
  return {
    content,
    quoted: quoted.map(normaliseLabel).filter((span) => span !== "" && span !== text?.toLowerCase()),
    plain,
    kinds: new Set(kindCues.flatMap(([cue, kinds]) => (cue.test(plain) ? kinds : []))),
    roles: new Set(roleWords.flatMap(([cue, roles]) => (cue.test(plain) ? roles : []))),
    wish: wishOf(plain),
    ordinal: ordinals.find(([cue]) => cue.test(plain))?.[1],
    direction: directionOf(plain),
    key: keyNames.find(([cue]) => cue.test(plain))?.[1],
    side: sideOf(new Set(words(plain))),
  };
}

/** Cuts the instruction at the first word that leads over to a neighbour or a place, if something stands before it. */
function partsOf(instruction: string): [string, Wanted["names"]][] {
  for (const [pattern, names] of [
    [BESIDE, "neighbour"],
    [INSIDE, "place"],
  ] as const) {
    const found = pattern.exec(instruction.toLowerCase());
    if (found === null || found.index === 0) continue;
    const head = instruction.slice(0, found.index);
    if (names === "place" && tokens(head).every((token) => cueTokens.has(token))) continue;
    return [
      [head, "thing"],
      [instruction.slice(found.index), names],
    ];
  }
  return [[instruction, "thing"]];
}

/** The groups that took part: one per kind of quotes, the others are undefined. */
function spansOf(match: readonly (string | undefined)[]): string[] {
  return match.slice(1).filter((span) => span !== undefined);
}

function wishOf(plain: string): Query["wish"] {
  if (/\b(?:un(?:tick|check|select)|disable|deactivate|off|stop|no longer|don't|hide)\b/u.test(plain)) return "off";
  if (/\b(?:tick|check|enable|activate|on|show)\b/u.test(plain)) return "on";
  return undefined;
}

function directionOf(plain: string): Query["direction"] {
  for (const direction of ["up", "down", "left", "right"] as const) {
    if (new RegExp(`\\b${direction}\\b`, "u").test(plain)) return direction;
  }
  return undefined;
}

function sideOf(said: ReadonlySet<string>): Query["side"] {
  const any = (...names: string[]) => names.some((name) => said.has(name));
  const x = (any("right", "rightmost") ? 1 : 0) - (any("left", "leftmost") ? 1 : 0);
  const y =
    (any("bottom", "lower", "lowest", "bottommost") ? 1 : 0) - (any("top", "upper", "topmost", "uppermost") ? 1 : 0);
  return { x, y };
}
