import { localRanker, type Ranker } from "@beans-picker/ranking";
import { CodedError } from "@beans-picker/shared";
import { configFolder, type Settings } from "./settings/env-files.js";

/**
 * The local ranker, with the embedder that a person added when their settings name one. What is wrong with it is told to
 * `onProblem`, each code once, and the local ranker goes on alone. Its code is loaded here and not before: usually there is none.
 */
export async function withEmbedder(
  settings: Settings,
  onProblem: (problem: CodedError) => void = () => undefined,
): Promise<{ readonly ranker: Ranker; readonly close: () => Promise<void> }> {
  const alone = { ranker: localRanker, close: () => Promise.resolve() };
  if (!settings["BEANS_PICKER_EMBEDDER_MODEL"]?.trim()) return alone;
  const { embeddedRanker, embedderSettings, openEmbedder } = await import("@beans-picker/ranking/embedder");
  try {
    const asked = embedderSettings(settings, configFolder(settings));
    if (asked === undefined) return alone;
    const { files, ...how } = asked;
    const embedder = openEmbedder(files);
    return { ranker: embeddedRanker({ embedder, ...how, onProblem }), close: () => embedder.close() };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    onProblem(error);
    return alone;
  }
}
