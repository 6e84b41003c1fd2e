import { noneScore, temperature } from "./constants.js";
import { readQuery } from "./query.js";
import type { RankRequest, Ranking } from "../ranking.js";
import { prepareOption, rarityAmong, scoreOption } from "./score.js";

/**
 * Ranks by the words of the instruction and of the options: no model, no network, the same answer every time. The order in
 * which options come does not matter; equal ones are sorted by id. Answers "none" when nothing matches. What is written on
 * the screen is only ever compared, never followed.
 */
export function rankLocally(request: RankRequest): Ranking {
  const query = readQuery(request.instruction, request.text);
  const prepared = request.options.map(prepareOption);
  const rarity = rarityAmong(prepared);
  const scored = prepared
    .map((option) => ({ id: option.option.id, score: scoreOption(option, query, rarity, request.text) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const top = Math.max(noneScore, scored[0]?.score ?? noneScore);
  const weigh = (score: number) => Math.exp((score - top) / temperature);
  const none = weigh(noneScore);
  const total = scored.reduce((sum, { score }) => sum + weigh(score), none);
  const [leader] = scored;
  return {
    ranked: scored.map(({ id, score }) => ({ id, p: weigh(score) / total })),
    pNone: none / total,
    ...(leader === undefined ? {} : { forced: leader.id }),
    ranker: "local",
  };
}
