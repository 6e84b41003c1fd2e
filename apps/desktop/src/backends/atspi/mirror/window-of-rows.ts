import { type Frame, type ObjectRef, refKey } from "@beans-picker/desktop";

import { type AccessibleCalls, isOver } from "@beans-picker/dbus";
import type { Base } from "./wanted.js";

/** The most children of a long list that are read. */
const maxRows = 300;
/** Heights at which is asked what stands there. */
const samples = 9;
/** How far inside its edges a list is asked, in pixels: borders belong to nobody. */
const inset = 4;

/** The most columns whose headers are read. */
const maxColumns = 40;

/**
 * The children of a long list that show, after the headers of a table: those between the first and the last that stand in
 * its frame. Where nothing answers, the first ones.
 */
export async function visibleWindow(
  calls: AccessibleCalls,
  ref: ObjectRef,
  { childCount, interfaces }: Base,
): Promise<readonly ObjectRef[]> {
  const [headers, met] = await Promise.all([interfaces.has("Table") ? headersOf(calls, ref) : [], hits(calls, ref)]);
  const indices = shownIndices(met, childCount);
  const found = await Promise.all(indices.map((index) => orNothing(calls.childAt(ref, index))));
  const unique = new Map(
    [...headers, ...found].flatMap((child) => (child === undefined ? [] : [[refKey(child), child]])),
  );
  return [...unique.values()];
}

async function headersOf(calls: AccessibleCalls, ref: ObjectRef): Promise<readonly (ObjectRef | undefined)[]> {
  const columns = Math.min((await orNothing(calls.columnCount(ref))) ?? 0, maxColumns);
  return await Promise.all(range(0, columns - 1).map((column) => orNothing(calls.columnHeader(ref, column))));
}

/**
 * Which children to read, from the indices that were met in the list's frame. Most of them are rows; a header is far from
 * the rows once these are scrolled.
 */
export function shownIndices(met: readonly number[], count: number): readonly number[] {
  const valid = [...new Set(met)].filter((index) => index >= 0 && index < count).sort((one, other) => one - other);
  const middle = valid[Math.floor(valid.length / 2)];
  if (middle === undefined) return range(0, Math.min(maxRows, count) - 1);
  const rows = valid.filter((index) => Math.abs(index - middle) < maxRows / 2);
  const others = valid.filter((index) => !rows.includes(index));
  return [...others, ...range(rows[0] ?? middle, rows.at(-1) ?? middle)].sort((one, other) => one - other);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

async function hits(calls: AccessibleCalls, ref: ObjectRef): Promise<readonly number[]> {
  const frame = await orNothing(calls.extents(ref));
  if (frame === undefined) return [];
  const met = pointsIn(frame).map(async ([x, y]) => await calls.indexInParent(await calls.atPoint(ref, x, y)));
  const indices = await Promise.all(met.map(orNothing));
  return indices.flatMap((index) => index ?? []);
}

/** Points down the left and the right edge. */
function pointsIn({ x, y, width, height }: Frame): readonly (readonly [number, number])[] {
  const left = x + Math.min(inset, width / 2);
  const right = x + Math.max(width - inset, width / 2);
  return Array.from({ length: samples }, (_, at) => y + inset + ((height - 2 * inset) * at) / (samples - 1)).flatMap(
    (down) => [[left, down] as const, [right, down] as const],
  );
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  return await answer.catch((error: unknown) => {
    if (isOver(error)) throw error;
    return undefined;
  });
}
