import { autoRanker, calibrationFor, type Ranker } from "@beans-picker/ranking";
import type { Sent } from "@beans-picker/ranking/jev";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import { withEmbedder } from "./embedder.js";
import type { Settings } from "./settings/env-files.js";

export const rankerMode = z.enum(["auto", "local", "jev"]);
export type RankerMode = z.infer<typeof rankerMode>;

/** The ranker that BEANS_PICKER_RANKER names, or the code and message that every ranking is answered with. */
export type RankerChoice = { readonly close: () => Promise<void> } & (
  | {
      readonly ranker: Ranker;
      readonly mode: RankerMode;
      /** Host that is asked, when one may be. */
      readonly host?: string;
      /** Why Jev will not answer although a key is set. */
      readonly problem?: CodedError;
    }
  | { readonly refusal: CodedError }
);

export interface ChoiceParts {
  /** User-Agent towards Jev. */
  readonly agent: string;
  readonly onSent?: (sent: Sent, host: string) => void;
  /** Told of what keeps the embedder from answering, each code once. */
  readonly onEmbedderProblem?: (problem: CodedError) => void;
}

/**
 * `auto` (also when unset) is the local ranker, and Jev where that is not sure and a key is set. A ranker that is asked for by
 * name is never replaced by another one.
 */
export async function chooseRanker(settings: Settings, parts: ChoiceParts): Promise<RankerChoice> {
  const chosen = rankerMode.safeParse(settings["BEANS_PICKER_RANKER"] || "auto");
  if (!chosen.success) {
    return refused(
      new CodedError(
        "ranker_unavailable",
        "Nothing was ranked: BEANS_PICKER_RANKER must be auto, local or jev. Correct it and start again.",
      ),
    );
  }
  const mode = chosen.data;
  if (mode === "jev") {
    const jev = await connectJev(settings, parts);
    return "problem" in jev ? refused(jev.problem) : { ...jev, mode };
  }
  const local = await withEmbedder(settings, parts.onEmbedderProblem);
  if (mode === "local") return { ...local, mode };
  if (!hasKey(settings)) return { ...local, ranker: auto(local.ranker), mode };
  const jev = await connectJev(settings, parts);
  if ("problem" in jev) {
    const broken: Ranker = { name: "jev", rank: () => Promise.reject(jev.problem) };
    return { ...local, ranker: auto(local.ranker, broken), mode, problem: jev.problem };
  }
  const close = async () => {
    await Promise.all([jev.close(), local.close()]);
  };
  return { ...jev, ranker: auto(local.ranker, jev.ranker), mode, close };
}

function auto(local: Ranker, jev?: Ranker): Ranker {
  return autoRanker({ local, calibrationOf: calibrationFor, ...(jev && { jev }) });
}

function refused(refusal: CodedError): RankerChoice {
  return { refusal, close: nothing };
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

/** An empty key is no key. */
export function hasKey(settings: Settings): boolean {
  return Boolean(settings["JEV_API_KEY"]) || Boolean(settings["TYPESAFE_API_KEY"]);
}

type Connected = { readonly ranker: Ranker; readonly host: string; readonly close: () => Promise<void> };

/** HTTP is loaded here and not before: without a key nothing needs it. */
async function connectJev(settings: Settings, parts: ChoiceParts): Promise<Connected | { problem: CodedError }> {
  const { createJevClient, jevConfig, JevFailure, jevRanker } = await import("@beans-picker/ranking/jev");
  try {
    const config = jevConfig(settings);
    const host = new URL(config.origin).host;
    const { agent, onSent } = parts;
    const client = createJevClient({ config, agent, ...(onSent && { onSent: (sent) => onSent(sent, host) }) });
    const ranker = jevRanker({ client, model: config.model, withhold: config.withhold });
    return { ranker, host, close: () => client.close() };
  } catch (error) {
    if (!(error instanceof JevFailure)) throw error;
    return { problem: error.toCoded() };
  }
}
