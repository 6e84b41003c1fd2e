import { tokens } from "./tokens.js";

/** Where the thing is, seen from its neighbours. */
export type Direction = "left" | "right" | "above" | "below" | "beside" | "between";

export interface Relation {
  readonly direction: Direction;
  /** Stems of the neighbours' names; two for `between`. */
  readonly anchors: readonly ReadonlySet<string>[];
}

export interface Parts {
  /** What names the thing. */
  readonly thing: string;
  /** What names the places that it is in. */
  readonly place: readonly string[];
  readonly relations: readonly Relation[];
}

const directions: readonly (readonly [RegExp, Direction])[] = [
  [/\bbetween\b/u, "between"],
  [/\b(?:to the |on the )?(?:immediate(?:ly)? )?left (?:side )?of\b|\b(?:just )?before\b|\bin front of\b/u, "left"],
  [/\b(?:to the |on the )?(?:immediate(?:ly)? )?right (?:side )?of\b|\b(?:just |right )?after\b|\bbehind\b/u, "right"],
  [/\babove\b|\bon top of\b/u, "above"],
  [/\bbelow\b|\bunder(?:neath)?\b|\bbeneath\b/u, "below"],
  [/\bnext to\b|\bbesides?\b|\balongside\b|\bnear\b|\bby the\b|\bclose to\b|\badjacent to\b|\bopposite\b/u, "beside"],
];

const RELATION = new RegExp(directions.map(([pattern]) => `(?:${pattern.source})`).join("|"), "gu");

/** Words that only strengthen a relation: "right below", "just left of". */
const STRENGTHENED =
  /(?:\b(?:just|directly|right|immediately|exactly|straight|that|which|is|sits|stands|lies|who|the one|one)\s*)+$/u;

/** What follows is a place, not the thing. */
const PLACE =
  /(?:^|\s)(?:in|inside|within|from|of|on|at|for|among|into) (?:the|this|that|my|its|a|an) |(?:^|\s)(?:inside|within|in|of|for|from|on) (?=\S)/gu;

/** A place that comes first: "In the Display section, tick …". */
const LEADING = /^(?:in|inside|within|under|from|on|at|for) ([^,]{2,80}), (?=\S)/u;

/**
 * Splits an instruction into what names the thing, the places it is in, and its neighbours. `hasContent` tells whether a
 * part names anything: without that a relation's or place's words name the thing itself ("type in the Search field").
 */
export function relationsIn(plain: string, hasContent: (part: string) => boolean): Parts {
  const place: string[] = [];
  let rest = plain;
  const leading = LEADING.exec(rest);
  if (leading?.[1] !== undefined) {
    place.push(leading[1]);
    rest = rest.slice(leading[0].length);
  }
  const found = [...rest.matchAll(RELATION)].filter(({ index }) => index > 0);
  const [first] = found;
  const head = first === undefined ? rest : rest.slice(0, first.index).replace(STRENGTHENED, "");
  const relations: Relation[] = [];
  found.forEach((match, at) => {
    const direction = directions.find(([pattern]) => pattern.test(match[0]))?.[1] ?? "beside";
    const end = found[at + 1]?.index ?? rest.length;
    const after = rest.slice(match.index + match[0].length, end);
    const [near = "", ...farther] = after.split(/(?:,| then | so that )/u);
    place.push(...farther);
    const { name, places } = placesIn(near, hasContent);
    place.push(...places);
    const anchors = direction === "between" ? name.split(/\band\b/u) : [name];
    const named = anchors.map((anchor) => new Set(tokens(anchor))).filter((stems) => stems.size > 0);
    if (named.length > 0) relations.push({ direction, anchors: named });
  });
  const { name, places } = placesIn(head, hasContent);
  return { thing: name, place: [...place, ...places], relations };
}

/** Cuts a part at the first preposition with something before it. */
function placesIn(part: string, hasContent: (part: string) => boolean): { name: string; places: string[] } {
  for (const match of part.matchAll(PLACE)) {
    const before = part.slice(0, match.index);
    if (!hasContent(before)) continue;
    return { name: before, places: [part.slice(match.index + match[0].length)] };
  }
  return { name: part, places: [] };
}
