import { configFolder, type Settings } from "@beans-picker/ranker-process";
import { embedderSettings, openEmbedder, type Embedder } from "@beans-picker/ranking/embedder";
import { adviceFor, CodedError } from "@beans-picker/shared";
import type { Finding } from "./finding.js";

/** Longest that a model may take to open, in milliseconds. */
const OPEN_MS = 20_000;

/** Whether the embedder that the settings name can be used; it is opened for that. Nothing to say when they name none. */
export async function embedderFindings(settings: Settings): Promise<Finding[]> {
  const name = "embedder";
  let embedder: Embedder | undefined;
  try {
    const asked = embedderSettings(settings, configFolder(settings));
    if (asked === undefined) return [];
    embedder = openEmbedder(asked.files);
    await embedder.vectorsOf(["ready"], OPEN_MS, new AbortController().signal);
    const learnedWith = asked.weights?.embedder;
    if (asked.weights !== undefined && learnedWith !== (await embedder.fingerprint())) {
      throw new CodedError("embedder_weights", "The weights for the embedder were learned with another model.");
    }
    const how = asked.weights === undefined ? "orders what is not acted on" : "counts with the weights learned for it";
    return [{ name, state: "ok", found: `${asked.files.model} opens and ${how}` }];
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return [{ name, state: "limited", found: `${error.message} (${error.code})`, fix: adviceFor(error.code) }];
  } finally {
    await embedder?.close();
  }
}
