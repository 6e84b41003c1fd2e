import type { Candidate } from "@beans-picker/candidates";
import { cut } from "@beans-picker/shared";
import type { CandidateResult } from "../fields.js";
import { limits } from "../limits.js";
import type { ShortIds } from "./short-ids.js";

/** Probabilities are given with three decimals. */
export function presentProbability(p: number): number {
  return Math.round(p * 1000) / 1000;
}

export interface CandidateExtras {
  readonly p?: number | undefined;
  /** False leaves a fact out that the answer tells otherwise. */
  readonly value?: boolean;
  readonly kind?: boolean;
}

export function presentCandidate(
  candidate: Candidate,
  ids: ShortIds,
  { p, value: withValue = true, kind: withKind = true }: CandidateExtras = {},
): CandidateResult {
  const { value } = candidate.facts;
  return {
    id: ids.shown(candidate.id),
    ...(withKind && { kind: candidate.kind }),
    does: candidate.does,
    ...(withValue && candidate.kind !== "menu" && value && { value: cut(value, limits.candidateValueUnits) }),
    ...(candidate.needsText && { needsText: true }),
    ...(candidate.destructive && { destructive: true }),
    ...(candidate.shortcut && { shortcut: candidate.shortcut }),
    ...(p !== undefined && { p: presentProbability(p) }),
  };
}

/** Presents ranked ids in their order; an id that no candidate has is left out. */
export function presentRanked(
  ranked: readonly { readonly id: string; readonly p: number }[],
  candidates: readonly Candidate[],
  limit: number,
  ids: ShortIds,
): CandidateResult[] {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return ranked.slice(0, limit).flatMap(({ id, p }) => {
    const candidate = byId.get(id);
    return candidate ? [presentCandidate(candidate, ids, { p })] : [];
  });
}
