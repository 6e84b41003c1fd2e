import type { CandidateKind } from "@beans-picker/candidates";
import type { Role } from "@beans-picker/desktop";
import { stem, tokens } from "./tokens.js";

/** What the verbs, role words and position words of an instruction say. */
export interface Cues {
  readonly kinds: ReadonlySet<CandidateKind>;
  readonly roles: ReadonlySet<Role>;
  readonly wish: "on" | "off" | undefined;
  /** Place in a row of alike things; negative from the end: −1 is the last. */
  readonly ordinal: number | undefined;
  /** The ordinal counts rows, columns, or things. */
  readonly counts: "rows" | "columns" | "things";
  /** The middle one of several. */
  readonly middle: boolean;
  readonly direction: "up" | "down" | "left" | "right" | undefined;
  /** It is an order to scroll somewhere: what is named is scrolled, and nothing is pressed. */
  readonly scrolls: boolean;
  /** Name of a key that is asked for, in the spelling of candidates. */
  readonly key: string | undefined;
  /** Where on the window: −1…1 to the right and down, 0 when not said. */
  readonly side: { readonly x: number; readonly y: number };
  /** The larger or smaller of a kind ("the large text box"). */
  readonly size: "large" | "small" | undefined;
}

const kindCues: readonly (readonly [RegExp, readonly CandidateKind[]])[] = [
  [
    /\b(?:turn|switch|flip) (?:.{1,60} )?(?:on|off)\b|\b(?:un)?(?:tick|check)\b|\btoggle\b|\b(?:en|dis)able\b|\b(?:de)?activate\b|\bflip\b/u,
    ["toggle"],
  ],
  [
    /\b(?:type|enter|fill|write|input|paste|insert)\b|\bput\b|\b(?:replace|change|set|move|drag|rename)\b.* (?:to|with|by|as)\b/u,
    ["set_value"],
  ],
  [/\b(?:append|add|attach|continue)\b.*\b(?:end|after|last|behind)\b|\bappend\b/u, ["append"]],
  [/\bcaret\b|\bcursor\b|\binsert\b/u, ["type_into"]],
  [/\bkeypad\b|\bkey in\b|\bcalculat|\bcompute\b/u, ["keypad"]],
  [/\b(?:choose|select|pick|sort|use|take)\b|\b(?:change|set|switch)\b.* to\b/u, ["choose_option"]],
  [/\b(?:select|choose|pick|mark|highlight)\b/u, ["select"]],
  [/\b(?:un)?fold|\bexpand|\bcollapse/u, ["expand"]],
  [/\bright[- ]?click|\bcontext menu\b/u, ["context_menu"]],
  [/\bdrag\b.* (?:on|onto|to|into|over)\b/u, ["drag"]],
  [
    /\b(?:press|click|push|hit|tap|open|go to|follow|select|choose|show|pick|close|double-click|switch to)\b/u,
    ["click"],
  ],
  [/\bscroll\b|\bpage (?:up|down)\b/u, ["scroll"]],
  [/\bmenu\b|\s>\s/u, ["menu"]],
];

const rows: readonly Role[] = ["row", "cell", "listitem", "treeitem"];
const fields: readonly Role[] = ["textfield", "textarea", "searchfield", "combobox", "securefield", "stepper"];

const roleWords: readonly (readonly [RegExp, readonly Role[]])[] = [
  [/\b(?:buttons?|keys?)\b/u, ["button", "menubutton", "toggle"]],
  [/\btabs?\b/u, ["tab"]],
  [/\b(?:check ?box(?:es)?|tick ?box(?:es)?|tick|untick|uncheck)\b/u, ["checkbox", "switch", "toggle"]],
  // "Switch to" goes somewhere, and a switch that comes first is a verb.
  [/(?<!^)\bswitch(?:es)?\b(?! to\b)|\btoggles?\b/u, ["switch", "toggle", "checkbox"]],
  [/\bradio\b/u, ["radio"]],
  [/\b(?:field|entry|input|text ?(?:box|field|area)|blank)\b|\bbox\b(?!es)/u, fields],
  [/\bbox(?:es)?\b/u, ["checkbox"]],
  [/\b(?:drop-? ?down|combo(?: ?box)?|pop-?up|list ?box|selector)\b/u, ["popup", "combobox", "menubutton"]],
  [/\blinks?\b/u, ["link"]],
  [/\b(?:slider|knob|bar)\b/u, ["slider"]],
  [/\b(?:rows?|lines?|entry|entries|items?|files?|folders?|places?)\b/u, rows],
  [/\b(?:column|heading|header)\b/u, ["column"]],
  [/\bmenu\b/u, ["menubutton", "menuitem", "menu"]],
  [/\b(?:icon|image|picture|symbol|arrow|swatch)\b/u, ["image", "button", "toggle", "menubutton", "colorwell"]],
];

const cueWords =
  "turn switch tick check untick uncheck toggle enable disable deactivate activate flip type enter fill write input put set change " +
  "choose select pick take use press click push hit tap open go follow scroll menu button key tab checkbox tickbox box radio field " +
  "entry dropdown drop combo popup link slider row line item column header heading icon first second third fourth fifth sixth seventh eighth last top " +
  "bottom left right leftmost rightmost topmost bottommost upper lower off list get make let give show corner middle edge " +
  "small large big tiny little far just directly immediately down single double panel section area window group page one " +
  "arrow symbol image picture double-click right-click option sort order using called named labelled";

/** Stems that may be no more than a verb, a role or a position. */
export const cueStems: ReadonlySet<string> = new Set(cueWords.split(/[ -]/u).map(stem));

/** What people call the rows of a list; they name no row in particular. */
export const rowNouns: ReadonlySet<string> = new Set(
  tokens(
    "file folder place entry item product language process task message category choice todo sample script font person result song name",
  ),
);

/** The verb at the beginning with a direction: a button may be called "Scroll Lock", and a setting may be about scrolling. */
const SCROLLS = /^(?:please )?(?:scroll|page)\b.*\b(?:up|down|left|right|further|bottom|top|end)\b/u;

const numbers = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const ORDINAL = new RegExp(
  `\\b(?:(${numbers.join("|")})|(\\d{1,2})(?:st|nd|rd|th)|(?:row|number|no\\.?|item|line) (\\d{1,2}))\\b`,
  "u",
);

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

/** Reads the cues of a whole instruction. `thing` is the part that names the thing: role words elsewhere name others. */
export function readCues(plain: string, thing: string): Cues {
  return {
    kinds: new Set(kindCues.flatMap(([cue, kinds]) => (cue.test(plain) ? kinds : []))),
    roles: new Set(roleWords.flatMap(([cue, roles]) => (cue.test(thing) ? roles : []))),
    wish: wishOf(plain),
    ordinal: ordinalOf(plain),
    counts: /\b(?:row|line|product|entry|record)\b/u.test(plain)
      ? "rows"
      : /\bcolumn\b/u.test(plain)
        ? "columns"
        : "things",
    middle: /\b(?:middle|centre|center|central)\b/u.test(plain),
    direction: (["up", "down", "left", "right"] as const).find((name) => new RegExp(`\\b${name}\\b`, "u").test(plain)),
    scrolls: SCROLLS.test(plain),
    key: keyNames.find(([cue]) => cue.test(plain))?.[1],
    side: sideOf(plain),
    size: /\b(?:large|larger|largest|big|bigger|biggest|wide|tall|long)\b/u.test(plain)
      ? "large"
      : /\b(?:small|smaller|smallest|tiny|little|narrow)\b/u.test(plain)
        ? "small"
        : undefined,
  };
}

function ordinalOf(plain: string): number | undefined {
  const fromEnd = /\bfrom the (?:bottom|end|right)\b/u.test(plain) ? -1 : 1;
  const said = ORDINAL.exec(plain);
  if (said !== null) {
    const [, name, digits, numbered] = said;
    const number = name === undefined ? Number(digits ?? numbered) : numbers.indexOf(name) + 1;
    return number > 0 ? number * fromEnd : undefined;
  }
  if (/\b(?:last|bottommost|lowest|final)\b/u.test(plain)) return -1;
  return /\b(?:topmost|uppermost)\b/u.test(plain) ? 1 : undefined;
}

function wishOf(plain: string): Cues["wish"] {
  if (
    /\b(?:un(?:tick|check|select|mark)|disable|deactivate|off|stop|no longer|don't|do not|hide|clear|without|never)\b/u.test(
      plain,
    )
  ) {
    return "off";
  }
  if (/\b(?:tick|check|enable|activate|on|show|always|mark|flip)\b/u.test(plain)) return "on";
  return undefined;
}

/** Sides that are said on their own; "left of" and "right below" are relations. */
function sideOf(plain: string): Cues["side"] {
  const alone = plain
    .replace(/(?<!\b(?:at|on) the )\b(?:left|right) (?:side )?of\b/gu, " ")
    .replace(/\bright (?=next|below|above|under|after|beside|before|click|-click)/gu, " ")
    .replace(/\bright-click/gu, " ")
    .replace(/\bfrom the (?:top|bottom|left|right)\b/gu, " ")
    .replace(/\bon top of\b/gu, " ");
  const any = (names: string) => new RegExp(`\\b(?:${names})\\b`, "u").test(alone);
  const x = (any("right|rightmost|right-hand") ? 1 : 0) - (any("left|leftmost|left-hand") ? 1 : 0);
  const y = (any("bottom|lower|lowest|bottommost|foot") ? 1 : 0) - (any("top|upper|topmost|uppermost|highest") ? 1 : 0);
  return { x, y };
}
