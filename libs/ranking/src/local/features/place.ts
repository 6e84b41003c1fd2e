import type { Role } from "@beans-picker/desktop";
import { cueStems, rowNouns } from "../cues.js";
import { away, centre, contains, gap, sameLine } from "../geometry.js";
import type { Query } from "../query.js";
import type { Direction, Relation } from "../relations.js";
import type { Box, Prepared, Screen } from "../screen.js";
import type { ThesaurusIndex } from "../thesaurus/index.js";
import { kindNames } from "./kind.js";
import { lexicalNames, share } from "./lexical.js";
import { meaningNames } from "./meaning.js";
import { columnsOf, FeatureTable, type Block } from "./table.js";

/** Features from where an option is: beside what, and the how-manieth of its kind. */
export const placeNames = [
  "relation",
  "relationBest",
  "relationText",
  "relationMiss",
  "isAnchor",
  "ordinal",
  "ordinalMiss",
  "ordinalRow",
  "inClass",
  "sideFar",
  "sideAbsolute",
  "sideMost",
  "middle",
  "sizeFit",
] as const;
export type PlaceName = (typeof placeNames)[number];

/** How well the words fit an option: its name or where it is, the place they name, and its role. */
export interface Named {
  readonly named: number;
  readonly place: number;
  readonly roleFit: number;
}

/** Anchors must be named at least this well, and no worse than this share of the best. */
const ANCHOR_SHARE = 0.5;
const ANCHOR_OF_BEST = 0.85;
/** Worth of a neighbour that is known by what it does, and of words that may only be a role. */
const MEANT = 0.8;
const CUE = 0.35;
/** More controls than this under one name are no neighbour to go by. */
const MOST_ANCHORS = 40;

const columns = columnsOf(placeNames, lexicalNames.length + meaningNames.length + kindNames.length);

export function placeFeatures(
  query: Query,
  screen: Screen,
  known: ThesaurusIndex,
  named: readonly Named[],
  block: Block,
): void {
  const { options } = screen;
  const table = new FeatureTable(columns, block);
  const { values, width } = table;
  const relations = query.relations.map((relation) => relationFit(relation, screen, known));
  const inClass = classOf(query, options, named);
  const order = orderOf(query, inClass);
  const middle = lastOf(order) / 2;
  const wanted = query.ordinal === undefined ? -1 : nth(query.ordinal, lastOf(order) + 1);
  const rowOf = query.ordinal !== undefined && query.counts === "rows" ? rowsOf(options) : undefined;
  const asked = query.side.x !== 0 || query.side.y !== 0;
  const spread = asked ? spreadOf(inClass) : undefined;
  options.forEach((one) => {
    const { box, shown } = one;
    const fits = relations.map((fit) => fit(one));
    const relation = fits.length === 0 ? 0 : fits.reduce((sum, { fit }) => sum + fit, 0) / fits.length;
    const isIn = order.has(one.at);
    const ordinal =
      query.ordinal === undefined ? undefined : isIn ? order.get(one.at) === wanted : byOccurrence(one, query.ordinal);
    const row = rowOf?.(one);
    const side = asked && shown && box !== undefined ? sideFit(box, query, spread) : { far: 0, absolute: 0, most: 0 };
    const put = (name: PlaceName, amount: number) => {
      values[one.at * width + columns[name]] = amount;
    };
    const wantedRow = row !== undefined && query.ordinal !== undefined && row.index === nth(query.ordinal, row.of);
    put("relation", relation);
    put(
      "relationText",
      fits.reduce((most, { text }) => Math.max(most, text), 0),
    );
    put("relationMiss", fits.length > 0 && relation === 0 ? 1 : 0);
    put("isAnchor", fits.some(({ anchor }) => anchor) ? 1 : 0);
    put("ordinal", ordinal === true ? 1 : 0);
    put("ordinalMiss", ordinal === false ? 1 : 0);
    put("ordinalRow", wantedRow ? 1 : 0);
    put("inClass", isIn && (query.ordinal !== undefined || asked || query.middle) ? 1 : 0);
    put("sideFar", isIn ? side.far : 0);
    put("sideAbsolute", side.absolute);
    put("sideMost", isIn ? side.most : 0);
    put("middle", query.middle && order.size >= 3 && order.get(one.at) === middle ? 1 : 0);
  });
  const best = table.most("relation");
  for (let row = 0; best > 0 && row < values.length; row += width) {
    values[row + columns.relationBest] = (values[row + columns.relation] ?? 0) >= best - 1e-9 ? 1 : 0;
  }
  if (query.size !== undefined) {
    const sized = inClass.map((one) => ({ one, area: areaOf(one) }));
    const areas = sized.flatMap(({ area }) => area ?? []).sort((a, b) => a - b);
    const extreme = query.size === "large" ? areas.at(-1) : areas[0];
    for (const { one, area } of sized) {
      if (areas.length > 1 && area === extreme) values[one.at * width + columns.sizeFit] = 1;
    }
  }
}

function areaOf({ box }: Prepared): number | undefined {
  return box === undefined ? undefined : (box.right - box.left) * (box.bottom - box.top);
}

/** Index of the n-th of several; a negative number counts from the end. */
function nth(ordinal: number, of: number): number {
  return ordinal > 0 ? ordinal - 1 : of + ordinal;
}

interface Fit {
  readonly fit: number;
  readonly text: number;
  readonly anchor: boolean;
}

/** How well each option stands in a relation to what the relation names. */
function relationFit({ direction, anchors }: Relation, screen: Screen, known: ThesaurusIndex): (one: Prepared) => Fit {
  const { options, rarity } = screen;
  const perAnchor = anchors.map((stems) => {
    const hits = known.hits(new Map([...stems].map((stem) => [stem, cueStems.has(stem) ? CUE : 1])));
    const means = ({ own }: Prepared) =>
      [...known.conceptsOf(own)].reduce((most, [concept, fit]) => {
        const hit = hits.get(concept);
        return hit === undefined ? most : Math.max(most, Math.max(hit.way, hit.label) * fit);
      }, 0);
    const named = new Set([...stems].filter((stem) => !cueStems.has(stem)));
    const wanted = named.size > 0 ? named : stems;
    const placed = options.filter(({ box, shown, own }) => shown && box !== undefined && own.size > 0);
    const scored = placed
      .map((one) => {
        const covered = share(wanted, rarity, (stem) => (one.own.has(stem) ? 1 : 0));
        const about = share(one.own, rarity, (stem) => (stems.has(stem) ? 1 : 0));
        return { one, score: Math.max(covered * (0.6 + 0.4 * about), MEANT * means(one)) };
      })
      .filter(({ score }) => score >= ANCHOR_SHARE * 0.6);
    const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
    const chosen = scored.filter(({ score }) => score >= best * ANCHOR_OF_BEST);
    return { stems: wanted, best, chosen: chosen.length > MOST_ANCHORS ? [] : chosen.map(({ one }) => one) };
  });
  const ranks = new Map<number, number>();
  const [first, second] = perAnchor;
  if (direction === "between" && first !== undefined && second !== undefined) {
    for (const a of first.chosen) {
      for (const b of second.chosen) for (const one of between(a, b, options)) raise(ranks, one.at, 1);
    }
  } else if (first !== undefined) {
    for (const anchor of first.chosen) {
      neighbours(anchor, direction, options).forEach((one, at) => {
        raise(ranks, one.at, first.best / (1 + at));
      });
    }
  }
  const isAnchor = new Set(perAnchor.flatMap(({ chosen }) => chosen.map(({ at }) => at)));
  return (one) => {
    const beside = textsBeside(one, direction);
    const text = perAnchor.reduce(
      (most, { stems }) =>
        Math.max(most, ...beside.map((words) => share(stems, rarity, (stem) => (words.has(stem) ? 1 : 0)))),
      0,
    );
    const touching = text >= ANCHOR_SHARE ? text : 0;
    return { fit: Math.max(ranks.get(one.at) ?? 0, touching), text: touching, anchor: isAnchor.has(one.at) };
  };
}

function raise(ranks: Map<number, number>, at: number, fit: number): void {
  if (fit > (ranks.get(at) ?? 0)) ranks.set(at, fit);
}

/** Options on one side of an anchor, nearest first; the anchor's own containers and content left out. */
function neighbours(anchor: Prepared, direction: Direction, options: readonly Prepared[]): Prepared[] {
  const from = anchor.box;
  if (from === undefined) return [];
  const near = options.flatMap((one) => {
    const { box, shown, at } = one;
    if (box === undefined || !shown || at === anchor.at || contains(box, from) || contains(from, box)) return [];
    if (box.left === from.left && box.top === from.top && box.right === from.right) return [];
    const far = distance(box, from, direction);
    return far === undefined ? [] : [{ one, far }];
  });
  near.sort((a, b) => a.far - b.far || a.one.at - b.one.at);
  return near.map(({ one }) => one).slice(0, NEAREST);
}

/** How many neighbours on one side are looked at. */
const NEAREST = 6;

function distance(box: Box, from: Box, direction: Direction): number | undefined {
  if (direction === "beside" || direction === "between") {
    const far = gap(box, from);
    return sameLine(box, from) > 0.3 ? far : far * 2 + 0.02;
  }
  return away(box, from, direction);
}

function between(a: Prepared, b: Prepared, options: readonly Prepared[]): Prepared[] {
  if (a.box === undefined || b.box === undefined || a.at === b.at) return [];
  const [from, to] = [centre(a.box), centre(b.box)];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return [];
  return options.filter(({ box, shown, at }) => {
    if (box === undefined || !shown || at === a.at || at === b.at) return false;
    const { x, y } = centre(box);
    const along = ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / (length * length);
    const across = Math.abs((x - from.x) * (to.y - from.y) - (y - from.y) * (to.x - from.x)) / length;
    return along > 0.05 && along < 0.95 && across < 0.06 && box.right - box.left < length + 0.2;
  });
}

/** The free texts that touch an option on the side where the relation's neighbour must be. */
function textsBeside({ beside }: Prepared, direction: Direction): ReadonlySet<string>[] {
  switch (direction) {
    case "left":
      return beside.right;
    case "right":
      return beside.left;
    case "above":
      return beside.below;
    case "below":
      return beside.above;
    case "beside":
    case "between":
      return beside.any;
  }
}

/** The options that an ordinal or a side chooses among: those that the words fit best, in the named place and role. */
function classOf(query: Query, options: readonly Prepared[], named: readonly Named[]): Prepared[] {
  const shown = options.filter(
    ({ shown: isShown, box, option }) =>
      isShown && box !== undefined && option.kind !== "scroll" && option.kind !== "key",
  );
  const bestOf = (some: readonly Prepared[], of: keyof Named) =>
    some.reduce((most, { at }) => Math.max(most, named[at]?.[of] ?? 0), 0);
  const keep = (some: readonly Prepared[], of: keyof Named) => {
    const best = bestOf(some, of);
    return best <= 0.25 ? some : some.filter(({ at }) => (named[at]?.[of] ?? 0) >= best * ANCHOR_OF_BEST);
  };
  let found: readonly Prepared[] = shown;
  if (query.roles.size > 0) found = keep(found, "roleFit");
  if (query.place.size > 0) found = keep(found, "place");
  if ([...query.thing].some((stem) => !rowNouns.has(stem))) found = keep(found, "named");
  return query.ordinal === undefined ? [...found] : largestList(found);
}

/** Rows are counted in one list: the one with the most of them. Other things are counted wherever they are. */
function largestList(found: readonly Prepared[]): Prepared[] {
  const lists = new Map<string, Prepared[]>();
  for (const one of found) {
    const { role, within } = one.option.facts;
    if (role === undefined || !rowRoles.has(role)) return [...found];
    const list = within.filter((container) => !/^(?:row|near|listitem|cell)\b/u.test(container)).join("\n");
    lists.set(list, [...(lists.get(list) ?? []), one]);
  }
  return [...lists.values()].reduce((most, list) => (list.length > most.length ? list : most), []);
}

const rowRoles: ReadonlySet<Role> = new Set<Role>(["row", "cell", "listitem", "treeitem"]);

/** Reading order of a class by line, then from the left; options on the same spot share a number. */
function orderOf(query: Query, inClass: readonly Prepared[]): Map<number, number> {
  const placed = inClass.flatMap((one) => (one.box === undefined ? [] : [{ one, ...centre(one.box) }]));
  placed.sort((a, b) => (Math.abs(a.y - b.y) > 0.012 ? a.y - b.y : a.x - b.x) || a.one.at - b.one.at);
  const order = new Map<number, number>();
  let number = -1;
  let before: { x: number; y: number; isCell: boolean } | undefined;
  for (const { one, x, y } of placed) {
    // The cells of one row of a table are one thing; those of a grid of icons have nothing else in their row.
    const isCell = one.option.facts.role === "cell" && one.option.facts.row !== undefined;
    const oneRow = query.counts === "rows" || (isCell && before?.isCell === true);
    const isSame = before !== undefined && Math.abs(before.y - y) < 0.012 && (oneRow || Math.abs(before.x - x) < 0.004);
    if (!isSame) number += 1;
    before = { x, y, isCell };
    order.set(one.at, number);
  }
  return order;
}

/** Without a place on the window, the place among controls of the same description has to do. */
function byOccurrence({ option, box }: Prepared, ordinal: number): boolean | undefined {
  const { occurrence } = option.facts;
  if (box !== undefined || occurrence === undefined) return undefined;
  return occurrence.index === (ordinal > 0 ? ordinal : occurrence.of + 1 + ordinal);
}

function lastOf(order: ReadonlyMap<number, number>): number {
  return [...order.values()].reduce((most, at) => Math.max(most, at), 0);
}

/** The line of rows, cells or list items that an option is on, counted from the top within what lists them. */
function rowsOf(options: readonly Prepared[]): (one: Prepared) => { index: number; of: number } | undefined {
  const lines: { y: number; box: Box }[] = [];
  for (const { option, box, shown } of options) {
    const { role } = option.facts;
    if (
      !shown ||
      box === undefined ||
      (role !== "row" && role !== "cell" && role !== "listitem" && role !== "treeitem")
    )
      continue;
    lines.push({ y: centre(box).y, box });
  }
  lines.sort((a, b) => a.y - b.y);
  const distinct = lines.filter(({ y }, at) => at === 0 || y - (lines[at - 1]?.y ?? 0) > 0.008);
  return ({ box }) => {
    if (box === undefined) return undefined;
    const { y } = centre(box);
    const index = distinct.findIndex((line) => y >= line.box.top - 0.002 && y <= line.box.bottom + 0.002);
    return index < 0 ? undefined : { index, of: distinct.length };
  };
}

interface Spread {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function spreadOf(inClass: readonly Prepared[]): Spread | undefined {
  const centres = inClass.flatMap(({ box }) => (box === undefined ? [] : [centre(box)]));
  if (centres.length === 0) return undefined;
  const xs = centres.map(({ x }) => x);
  const ys = centres.map(({ y }) => y);
  return {
    left: xs.reduce((least, x) => Math.min(least, x), Infinity),
    right: xs.reduce((most, x) => Math.max(most, x), -Infinity),
    top: ys.reduce((least, y) => Math.min(least, y), Infinity),
    bottom: ys.reduce((most, y) => Math.max(most, y), -Infinity),
  };
}

/** How far to the named sides a box is: in its class, on the window, and whether it is the farthest. */
function sideFit(
  box: Box,
  { side }: Query,
  spread: Spread | undefined,
): { far: number; absolute: number; most: number } {
  const { x, y } = centre(box);
  const absolute = (side.x * (x - 0.5) + side.y * (y - 0.5)) * 2;
  if (spread === undefined) return { far: 0, absolute, most: 0 };
  const share = (value: number, low: number, high: number, wish: number) =>
    wish === 0 || high - low < 1e-6
      ? undefined
      : wish > 0
        ? (value - low) / (high - low)
        : (high - value) / (high - low);
  const shares = [share(x, spread.left, spread.right, side.x), share(y, spread.top, spread.bottom, side.y)].filter(
    (one) => one !== undefined,
  );
  const far = shares.length === 0 ? 0 : shares.reduce((sum, one) => sum + one, 0) / shares.length;
  return { far, absolute, most: shares.length > 0 && shares.every((one) => one > 0.97) ? 1 : 0 };
}
