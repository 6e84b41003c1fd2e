import type { Candidate } from "@beans-picker/candidates";
import { cut } from "@beans-picker/shared";
import type { CandidateResult } from "../fields.js";
import { limits } from "../limits.js";

/** Probabilities are given with three decimals. */
export function presentProbability(p: number): number {
  return Math.round(p * 1000) / 1000;
}

export function presentCandidate(candidate: Candidate, p?: number): CandidateResult {
  const { value } = candidate.facts;
  return {
    id: candidate.id,
    kind: candidate.kind,
    does: candidate.does,
    ...(candidate.kind !== "menu" && value && { value: cut(value, limits.candidateValueUnits) }),
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
): CandidateResult[] {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return ranked.slice(0, limit).flatMap(({ id, p }) => {
    const candidate = byId.get(id);
    return candidate ? [presentCandidate(candidate, p)] : [];
  });
}
