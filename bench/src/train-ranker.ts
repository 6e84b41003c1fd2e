/**
 * Learns the local ranker's weights: `train-ranker --data DIR`. Deterministic; writes `libs/ranking/model/local.json`.
 * `--embedder --out FILE` learns weights that count the embedder of the settings instead, and writes them only when they act as
 * rightly as must be on apps that were left out.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { modelUrl, readLabelledStates } from "@beans-picker/ranking";
import { quantile } from "./figures.js";
import { examplesOf } from "./ranking/dataset.js";
import { summarise } from "./ranking/evaluate.js";
import { fitModel } from "./ranking/fit.js";
import { likenessByEmbedder } from "./ranking/likeness.js";
import { printSummary } from "./ranking/print.js";
import { outcomesLeavingAppsOut } from "./ranking/run.js";

/** Of acts on plain, position and context instructions, so many must be right; and of those that nothing answers, acted on. */
const RIGHT = 0.98;
const ACTED_ON_NOTHING = 0.03;

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    embedder: { type: "boolean", default: false },
    out: { type: "string" },
  },
});
if (values.data === undefined || values.embedder !== (values.out !== undefined)) {
  process.stderr.write("Usage: npm run ranker:train -- --data DIR [--embedder --out FILE]\n");
  process.exit(2);
}
const states = readLabelledStates(values.data);
const asked = values.embedder ? await likenessByEmbedder(states) : undefined;
const examples = examplesOf(states, asked?.likeness);
const apps = new Set(examples.map(({ app }) => app)).size;
if (asked !== undefined) {
  const summary = summarise(outcomesLeavingAppsOut(states, examples, asked.likeness), quantile);
  process.stdout.write(printSummary("with the embedder, each app ranked by weights learned from the others", summary));
  if (summary.act.precision < RIGHT || summary.none.falseActs > ACTED_ON_NOTHING) {
    process.stderr.write("Nothing was written: such weights act wrongly too often.\n");
    process.exit(1);
  }
}
const model = fitModel(
  examples,
  `Learned by npm run ranker:train from ${examples.length} instructions for windows of ${apps} apps.`,
);
const path = values.out ?? fileURLToPath(modelUrl);
const written = { ...model, ...(asked !== undefined && { embedder: asked.fingerprint }) };
writeFileSync(path, `${JSON.stringify(written, null, 2)}\n`);
process.stdout.write(`${path}: ${examples.length} instructions, ${apps} apps\n`);
