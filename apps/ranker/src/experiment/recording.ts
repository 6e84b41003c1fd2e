import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ranking, type Ranker } from "@beans-picker/ranking";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import { rankCase, type RankCase } from "./cases.js";
import type { Answered } from "./measure.js";

/** One request and its answer. It holds what the window showed, unlike every other record of the product. */
const recorded = rankCase.extend({
  ranking: ranking.optional(),
  code: z.string().optional(),
  ms: z.number(),
});

export function recordLine({ case: asked, ranking: answer, code, ms }: Answered): string {
  return JSON.stringify({ ...asked, ...(answer && { ranking: answer }), ...(code !== undefined && { code }), ms });
}

function keyOf({ request }: Pick<RankCase, "request">): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex");
}

/** A ranker that only knows recorded answers: no network, the same answers every time. */
export function replaying(path: string): Ranker {
  const answers = new Map<string, z.infer<typeof recorded>>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line.trim() === "") continue;
    const read = parseLine(line);
    answers.set(keyOf(read), read);
  }
  return {
    name: "recorded",
    rank: (request) => {
      const known = answers.get(keyOf({ request }));
      if (known?.ranking) return Promise.resolve(known.ranking);
      const why = known === undefined ? "the recording has no answer for it" : `the recording holds a failure`;
      return Promise.reject(new CodedError("ranker_unavailable", `Nothing was ranked: ${why}.`));
    },
  };
}

function parseLine(line: string): z.infer<typeof recorded> {
  try {
    return recorded.parse(JSON.parse(line));
  } catch {
    throw new CodedError("bad_arguments", "The recording is damaged; nothing was ranked.");
  }
}
