import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { CodedError } from "@beans-picker/shared";
import { parseModel, type Model } from "../local/index.js";
import type { EmbedderFiles } from "./messages.js";

export interface EmbedderSettings {
  readonly files: EmbedderFiles;
  readonly weights?: Model;
  readonly budgetMs: number;
}

const BUDGET_MS = { usual: 1_500, least: 10, most: 60_000 } as const;
/** A file of weights has about 10 kB. */
const WEIGHTS_BYTES = 1024 ** 2;

/**
 * What BEANS_PICKER_EMBEDDER_… say; undefined when no model is named, which is the usual case. `home` is the folder in which the
 * runtime is looked for when nothing else is said. Fails with the code of what is wrong.
 */
export function embedderSettings(
  settings: Readonly<Record<string, string | undefined>>,
  home: string,
): EmbedderSettings | undefined {
  const path = (name: string): string | undefined => settings[`BEANS_PICKER_EMBEDDER_${name}`]?.trim() || undefined;
  const model = path("MODEL");
  if (model === undefined) return undefined;
  const vocabulary = path("VOCABULARY") ?? join(dirname(model), "vocab.txt");
  const runtime = path("RUNTIME") ?? home;
  requireAbsolute("embedder_model", "MODEL", model);
  requireAbsolute("embedder_vocabulary", "VOCABULARY", vocabulary);
  requireAbsolute("embedder_missing", "RUNTIME", runtime);
  const weights = path("WEIGHTS");
  return {
    files: { model, vocabulary, runtime },
    ...(weights !== undefined && { weights: readWeights(weights) }),
    budgetMs: budgetOf(path("BUDGET_MS")),
  };
}

function requireAbsolute(
  code: "embedder_model" | "embedder_vocabulary" | "embedder_missing",
  name: string,
  path: string,
) {
  if (isAbsolute(path)) return;
  throw new CodedError(code, `BEANS_PICKER_EMBEDDER_${name} must be an absolute path. Ranking goes on without.`);
}

/** What is no number of milliseconds is the usual budget: it is a limit, and never none. */
function budgetOf(said: string | undefined): number {
  const ms = said === undefined ? BUDGET_MS.usual : Number(said);
  return Number.isFinite(ms) ? Math.min(BUDGET_MS.most, Math.max(BUDGET_MS.least, Math.round(ms))) : BUDGET_MS.usual;
}

function readWeights(path: string): Model {
  const refuse = (why: string): CodedError =>
    new CodedError("embedder_weights", `The weights for the embedder ${why}. Ranking goes on without.`);
  if (!isAbsolute(path)) throw refuse("need an absolute path in BEANS_PICKER_EMBEDDER_WEIGHTS");
  const about = statSync(path, { throwIfNoEntry: false });
  if (about?.isFile() !== true || about.size > WEIGHTS_BYTES) throw refuse("are no file of their kind");
  try {
    return parseModel(readFileSync(path, "utf8"));
  } catch {
    throw refuse("cannot be read or name a feature that is none");
  }
}
