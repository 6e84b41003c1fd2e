import { CodedError } from "@beans-picker/shared";
import { calibrationFor } from "../gate/calibration.js";
import { rankLocally, type Model } from "../local/index.js";
import type { Ranker } from "../ranker.js";
import type { RankRequest } from "../ranking.js";
import { blended } from "./blend.js";
import type { Embedder } from "./embedder.js";
import { askedBy, similarities, wordsOf } from "./similarity.js";

export interface EmbeddedRankerOptions {
  readonly embedder: Embedder;
  /** Weights that were learned with this embedder; without them it only orders what is not acted on. */
  readonly weights?: Model;
  /** Longest that a ranking waits for the embedder, in milliseconds. */
  readonly budgetMs: number;
  /** Told of each code once. */
  readonly onProblem: (problem: CodedError) => void;
}

/** Rankings that used weights learned with an embedder have this name, and with it a calibration of their own. */
export const EMBEDDER = "embedder";

/** The local ranker with an embedder's opinion beside its own; the local ranker alone whenever the embedder cannot answer. */
export function embeddedRanker({ embedder, weights, budgetMs, onProblem }: EmbeddedRankerOptions): Ranker {
  const told = new Set<string>();
  return {
    name: "local",
    async rank(request, signal, limits) {
      signal.throwIfAborted();
      if (request.options.length === 0 || request.purpose === "extract") return rankLocally(request);
      // Half of the time that is left, so that the ranking itself has the other half.
      const budget = Math.min(budgetMs, Math.max(1, Math.floor((limits?.deadlineMs ?? Infinity) / 2)));
      let alike: ReadonlyMap<string, number>;
      try {
        alike = await likenessOf(request, embedder, budget, signal);
        if (weights !== undefined) await requireOwn(weights, embedder);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof CodedError)) throw error;
        if (!told.has(error.code)) onProblem(error);
        told.add(error.code);
        return rankLocally(request);
      }
      if (weights === undefined) return blended(rankLocally(request), alike, calibrationFor("local"));
      return { ...rankLocally(request, weights, alike), ranker: EMBEDDER };
    },
  };
}

/** How alike the instruction and each option are. Rejects as {@link Embedder.vectorsOf} does. */
export async function likenessOf(
  request: Pick<RankRequest, "instruction" | "options">,
  embedder: Embedder,
  budgetMs: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const words = request.options.map(wordsOf).filter((text) => text !== "");
  return similarities(request, await embedder.vectorsOf([askedBy(request), ...words], budgetMs, signal));
}

async function requireOwn({ embedder: learnedWith }: Model, embedder: Embedder): Promise<void> {
  if (learnedWith === (await embedder.fingerprint())) return;
  throw new CodedError(
    "embedder_weights",
    "The weights for the embedder were learned with another model or vocabulary. Ranking goes on without.",
  );
}
