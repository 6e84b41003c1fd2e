import type { Draft } from "./draft.js";

/**
 * Tells drafts with the same description apart: first by where they are, then by number. Also notes each one's place among
 * its look-alikes in `facts.occurrence`, in the order given.
 */
export function tellApart(drafts: readonly Draft[]): Draft[] {
  const counted = occurrences(drafts, (draft) => `${draft.kind}\u0001${draft.does}`);
  const placed = drafts.map((draft, index) => {
    const occurrence = counted[index];
    if (occurrence === undefined) return draft;
    return { ...draft, does: withPlace(draft), facts: { ...draft.facts, occurrence } };
  });
  const stillEqual = occurrences(placed, (draft) => `${draft.kind}\u0001${draft.does}`);
  return placed.map((draft, index) => {
    const occurrence = stillEqual[index];
    return occurrence === undefined
      ? draft
      : { ...draft, does: `${draft.does} (#${occurrence.index} of ${occurrence.of})` };
  });
}

function withPlace({ does, facts }: Draft): string {
  const [first] = facts.within;
  if (first === undefined) return does;
  return first.startsWith("near ") ? `${does} ${first}` : `${does} in ${first}`;
}

function occurrences(drafts: readonly Draft[], nameOf: (draft: Draft) => string) {
  const names = drafts.map(nameOf);
  const totals = new Map<string, number>();
  for (const name of names) totals.set(name, (totals.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return names.map((name) => {
    const of = totals.get(name) ?? 0;
    const index = (seen.get(name) ?? 0) + 1;
    seen.set(name, index);
    return of > 1 ? { index, of } : undefined;
  });
}
