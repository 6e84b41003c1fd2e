import { screenText, type Candidate } from "@beans-picker/candidates";
import type { Snapshot } from "@beans-picker/desktop";
import type { CandidateResult } from "../fields.js";
import { answerBudget, limits } from "../limits.js";
import { fitting, weight } from "./budget.js";
import { presentCandidate } from "./candidates.js";
import { filtered, filteredLines, type Filter } from "./filter.js";
import { fold, type Fold } from "./folding.js";
import type { ShortIds } from "./short-ids.js";
import { presentFields, type FieldResult } from "./window.js";

export interface Wanted extends Filter {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface Texts {
  screenText?: string[];
  fields?: FieldResult[];
  /** How many lines and fields more there are than listed. */
  omitted?: { screenText?: number; fields?: number };
}

/** The texts and fields of a window, as many as fit; what is left out is counted. */
export function presentTexts(
  snapshot: Snapshot,
  budget: { readonly text: number; readonly fields: number },
  {
    query,
    fieldId,
  }: { readonly query?: string | undefined; readonly fieldId?: (handle: number) => string | undefined } = {},
): Texts {
  const lines = filteredLines(screenText(snapshot, limits.screenTextLines), query);
  const fields = presentFields(snapshot, fieldId).filter(({ label, value }) => holds(query, label, value));
  const shownLines = fitting(lines, budget.text);
  const shownFields = fitting(fields, budget.fields, 1);
  const [lineless, fieldless] = [lines.length - shownLines.length, fields.length - shownFields.length];
  return {
    ...(shownLines.length > 0 && { screenText: shownLines }),
    ...(shownFields.length > 0 && { fields: shownFields }),
    ...(lineless + fieldless > 0 && {
      omitted: { ...(lineless > 0 && { screenText: lineless }), ...(fieldless > 0 && { fields: fieldless }) },
    }),
  };
}

export interface Listing {
  /** All candidates that pass the filter. */
  total: number;
  candidates: CandidateResult[];
  /** What repeats itself and is not listed one by one. */
  folded?: Fold[];
  /** The `offset` that lists the next ones; absent when everything was listed or folded. */
  next?: number;
}

export type Observed = Texts & Listing;

/**
 * A window in short: its texts, its fields with the ids that fill them in, and its other candidates with repeated ones
 * folded, as many as fit. A window with more to tell may take more room. Pure.
 */
export function presentOverview(snapshot: Snapshot, candidates: readonly Candidate[], ids: ShortIds): Observed {
  const fillers = new Map(
    candidates.flatMap(({ id, kind, action }) =>
      kind === "set_value" && action.kind === "set_value" ? [[action.handle, id] as const] : [],
    ),
  );
  const fieldId = (handle: number): string | undefined => {
    const id = fillers.get(handle);
    return id === undefined ? undefined : ids.shown(id);
  };
  const texts = presentTexts(withoutCaptions(snapshot, candidates), answerBudget, { fieldId });
  const told = new Set(texts.fields?.map(({ id }) => id));
  const { single, folds } = fold(candidates);
  const left = single.filter(({ candidate }) => !told.has(ids.shown(candidate.id)));
  const room = Math.min(
    answerBudget.overview.most,
    answerBudget.overview.base + answerBudget.overview.each * left.length,
  );
  // The kind is the first word of what it does; the lists that were asked for say it too.
  const shown = left.map(({ candidate }) => presentCandidate(candidate, ids, { kind: false }));
  const listed = fitting(shown, Math.max(room - weight(folds) - weight(texts), answerBudget.overview.least), 3);
  const next = left[listed.length]?.at;
  return {
    ...texts,
    total: candidates.length,
    candidates: listed,
    ...(folds.length > 0 && { folded: [...folds] }),
    ...(next !== undefined && { next }),
  };
}

/** The candidates that pass a filter, one by one from an offset; as many as asked for, else as many as fit. Pure. */
export function presentPage(candidates: readonly Candidate[], wanted: Wanted, ids: ShortIds): Listing {
  const { offset = 0, limit } = wanted;
  const found = filtered(candidates, wanted);
  const shown = found.slice(offset, offset + (limit ?? limits.candidates)).map((each) => presentCandidate(each, ids));
  const listed = limit === undefined ? fitting(shown, answerBudget.page.candidates, 3) : shown;
  const next = offset + listed.length;
  return { total: found.length, candidates: listed, ...(next < found.length && { next }) };
}

/** A text inside a control that is called like it says nothing more than the control's candidate does. */
function withoutCaptions(snapshot: Snapshot, candidates: readonly Candidate[]): Snapshot {
  const nodes = new Map(snapshot.nodes.map((node) => [node.handle, node]));
  const operated = new Set(
    candidates.flatMap(({ action }) => ("handle" in action && action.handle !== undefined ? [action.handle] : [])),
  );
  const isCaption = (handle: number, text: string): boolean => {
    for (let at: number | null = handle; at !== null;) {
      const node = nodes.get(at);
      if (node === undefined) return false;
      if (operated.has(at)) return node.label === text;
      at = node.parent;
    }
    return false;
  };
  return { ...snapshot, texts: snapshot.texts.filter(({ handle, text }) => !isCaption(handle, text)) };
}

function holds(query: string | undefined, ...texts: readonly (string | undefined)[]): boolean {
  return filteredLines([texts.join("\n")], query).length > 0;
}
