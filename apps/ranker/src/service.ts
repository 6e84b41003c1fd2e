import type { CallContext, Handlers } from "@beans-picker/ipc";
import type { RankerContract } from "@beans-picker/protocol";
import {
  calibrationFor,
  cleanRequest,
  confidenceOf,
  decide,
  localRanker,
  type Decision,
  type RankRequest,
  type Ranking,
} from "@beans-picker/ranking";
import type { RankerChoice } from "./choice.js";
import { requireBounded } from "./limits.js";
import type { DecisionStore } from "./memory/decision-store.js";

/** Time kept for the way back, in milliseconds, so that a ranking that is late fails with its own reason. */
const WAY_BACK_MS = 500;

/** What this process offers, as `hello` lists it. */
export function capabilitiesOf(choice: RankerChoice, decisions?: DecisionStore): string[] {
  return [
    "rank",
    ...("ranker" in choice ? [`ranker:${choice.mode}`, ...(choice.host === undefined ? [] : ["jev"])] : []),
    ...(decisions ? ["memory"] : []),
  ];
}

export function rankerHandlers(choice: RankerChoice, decisions?: DecisionStore): Handlers<RankerContract> {
  return {
    rank: (request, context) => rank(choice, decisions, request, context),
    settle: (outcome) => {
      const changed = decisions?.settle(outcome) ?? false;
      if (changed) decisions?.save();
      return Promise.resolve({});
    },
  };
}

type Answer = { ranking: Ranking; decision: Decision };

/** Ranks what the screen says once it is cleaned, then asks the gate with the limits that belong to whoever answered. */
async function rank(
  choice: RankerChoice,
  decisions: DecisionStore | undefined,
  given: RankRequest,
  { signal, deadlineMs }: CallContext,
): Promise<Answer> {
  if ("refusal" in choice) throw choice.refusal;
  requireBounded(given);
  signal.throwIfAborted();
  const request = cleanRequest(given);
  const known = decisions && (await remembered(decisions, request, signal));
  if (known) return known;
  const ranking = await choice.ranker.rank(request, signal, { deadlineMs: Math.max(1, deadlineMs - WAY_BACK_MS) });
  signal.throwIfAborted();
  return { ranking, decision: gate(ranking) };
}

function gate(ranking: Ranking): Decision {
  const calibration = calibrationFor(ranking.ranker);
  return decide(ranking, calibration.thresholds, confidenceOf(ranking, calibration));
}

/**
 * What the same instruction was verified on before, at no cost. Not when the local ranker, which costs nothing either, is sure
 * of another option: the window may have got a better one since.
 */
async function remembered(
  decisions: DecisionStore,
  request: RankRequest,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const option = decisions.recall(request);
  if (option === undefined) return undefined;
  const ranking = await localRanker.rank(request, signal);
  const decision = gate(ranking);
  if (decision.outcome === "pick" && decision.id !== option.id) return undefined;
  const p = ranking.ranked.find(({ id }) => id === option.id)?.p ?? 0;
  return { ranking, decision: { outcome: "pick", id: option.id, p, rule: "remembered" } };
}
