import type { Candidate } from "@beans-picker/candidates";

export interface Filter {
  /** Words that must all be part of what a candidate does, holds or stands in; case does not count. */
  readonly query?: string | undefined;
  /** A role of controls, or a kind of candidates. */
  readonly role?: string | undefined;
}

export function filtered(candidates: readonly Candidate[], { query, role }: Filter): Candidate[] {
  const words = wordsOf(query);
  const wanted = role?.toLowerCase();
  return candidates.filter(
    (candidate) =>
      (wanted === undefined || candidate.facts.role === wanted || candidate.kind === wanted) &&
      (words.length === 0 || holdsAll(textOf(candidate), words)),
  );
}

/** The lines that hold all words. */
export function filteredLines(lines: readonly string[], query: string | undefined): string[] {
  const words = wordsOf(query);
  return words.length === 0 ? [...lines] : lines.filter((line) => holdsAll(line.toLowerCase(), words));
}

function wordsOf(query: string | undefined): string[] {
  return (query ?? "")
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
}

function holdsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

function textOf({ does, facts }: Candidate): string {
  const { label, identifier, help, value, within, path } = facts;
  return [does, label, identifier, help, value, ...within, ...(path ?? [])].join("\n").toLowerCase();
}
