import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { configFolder, readSettings } from "@beans-picker/ranker-process";
import type { Label, LabelledState } from "@beans-picker/ranking";
import { embedderSettings, likenessOf, openEmbedder } from "@beans-picker/ranking/embedder";
import type { Likeness } from "./dataset.js";

/** Nobody waits for one instruction here. */
const BUDGET_MS = 600_000;

/** What the embedder of the settings says of every instruction, and which it is. Fails with the embedder's codes. */
export async function likenessByEmbedder(
  states: readonly LabelledState[],
): Promise<{ readonly fingerprint: string; readonly likeness: Likeness }> {
  const settings = readSettings({ env: process.env, from: dirname(fileURLToPath(import.meta.url)) });
  // The weights are what is learned here.
  const asked = embedderSettings({ ...settings, BEANS_PICKER_EMBEDDER_WEIGHTS: "" }, configFolder(settings));
  if (asked === undefined) throw new Error("BEANS_PICKER_EMBEDDER_MODEL names no model.");
  const embedder = openEmbedder(asked.files);
  try {
    const found = new Map<Label, ReadonlyMap<string, number>>();
    const { signal } = new AbortController();
    for (const { options, cases } of states) {
      for (const { label } of cases) {
        const request = { instruction: label.instruction, options: [...options] };
        found.set(label, await likenessOf(request, embedder, BUDGET_MS, signal));
      }
    }
    return { fingerprint: await embedder.fingerprint(), likeness: (label) => found.get(label) };
  } finally {
    await embedder.close();
  }
}
