import type { Ranker } from "../ranker.js";
import { rankLocally } from "./rank.js";

/** The ranker that needs no key and no network. */
export const localRanker: Ranker = {
  name: "local",
  rank: (request, signal) =>
    new Promise((resolve) => {
      signal.throwIfAborted();
      resolve(rankLocally(request));
    }),
};
