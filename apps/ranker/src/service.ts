import type { CallContext, Handlers } from "@beans-picker/ipc";
import type { RankerContract } from "@beans-picker/protocol";
import {
  calibrationFor,
  confidenceOf,
  decide,
  type Decision,
  type RankRequest,
  type Ranking,
} from "@beans-picker/ranking";
import type { RankerChoice } from "./choice.js";
import { requireBounded } from "./limits.js";

/** What this process offers, as `hello` lists it. */
export function capabilitiesOf(choice: RankerChoice): string[] {
  return "ranker" in choice ? ["rank", `ranker:${choice.ranker.name}`] : ["rank"];
}

export function rankerHandlers(choice: RankerChoice): Handlers<RankerContract> {
  return { rank: (request, context) => rank(choice, request, context) };
}

/** Ranks, then asks the gate with the limits that belong to the ranker that answered. */
async function rank(
  choice: RankerChoice,
  request: RankRequest,
  { signal }: CallContext,
): Promise<{ ranking: Ranking; decision: Decision }> {
  if ("refusal" in choice) throw choice.refusal;
  requireBounded(request);
  signal.throwIfAborted();
  const ranking = await choice.ranker.rank(request, signal);
  signal.throwIfAborted();
  const calibration = calibrationFor(ranking.ranker);
  return { ranking, decision: decide(ranking, calibration.thresholds, confidenceOf(ranking, calibration)) };
}
