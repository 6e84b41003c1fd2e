/** Learns the local ranker's weights: `train-ranker --data DIR`. Deterministic; writes `libs/ranking/model/local.json`. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { modelUrl, readLabelledStates } from "@beans-picker/ranking";
import { examplesOf } from "./ranking/dataset.js";
import { fitModel } from "./ranking/fit.js";

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (values.data === undefined) {
  process.stderr.write("Usage: npm run ranker:train -- --data DIR\n");
  process.exit(2);
}
const examples = examplesOf(readLabelledStates(values.data));
const apps = new Set(examples.map(({ app }) => app)).size;
const model = fitModel(
  examples,
  `Learned by npm run ranker:train from ${examples.length} instructions for windows of ${apps} apps.`,
);
const path = fileURLToPath(modelUrl);
writeFileSync(path, `${JSON.stringify(model, null, 2)}\n`);
process.stdout.write(`${path}: ${examples.length} instructions, ${apps} apps\n`);
