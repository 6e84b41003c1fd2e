import { localRanker, type Ranker } from "@beans-picker/ranking";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";

const choice = z.enum(["auto", "local", "jev"]);

/** The ranker that BEANS_PICKER_RANKER names, or the code and message that every ranking is answered with. */
export type RankerChoice = { readonly ranker: Ranker } | { readonly refusal: CodedError };

/**
 * `auto` (also when unset) takes the best ranker this build has, which is the local one. A ranker that is asked for by
 * name is never replaced by another one.
 */
export function chooseRanker(env: NodeJS.ProcessEnv): RankerChoice {
  const chosen = choice.safeParse(env["BEANS_PICKER_RANKER"] || "auto");
  if (!chosen.success) {
    return {
      refusal: new CodedError(
        "ranker_unavailable",
        "Nothing was ranked: BEANS_PICKER_RANKER must be auto, local or jev. Correct it and start again.",
      ),
    };
  }
  switch (chosen.data) {
    case "auto":
    case "local":
      return { ranker: localRanker };
    case "jev":
      return {
        refusal: new CodedError(
          "jev_unavailable",
          "Nothing was ranked: this build has no Jev client configured. Set BEANS_PICKER_RANKER to auto or local, or give candidateId.",
        ),
      };
  }
}
