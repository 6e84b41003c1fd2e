/**
 * How well the local ranker and plain BM25 pick on labelled windows: `ranking --data DIR [--folds | --shipped] [--json]`.
 * Without `--shipped` every app is ranked by weights that were learned from the other apps of DIR (folds by app), so that
 * windows which the shipped weights were learned from are judged fairly. DIRs of apps that those never saw are judged with it.
 */
import { parseArgs } from "node:util";
import { rankLocally, readLabelledStates } from "@beans-picker/ranking";
import { quantile } from "./figures.js";
import { rankByBm25 } from "./ranking/bm25.js";
import { examplesOf } from "./ranking/dataset.js";
import { summarise } from "./ranking/evaluate.js";
import { printSummary } from "./ranking/print.js";
import { learnedFrom } from "./ranking/learned.js";
import { readRefExp } from "./ranking/refexp.js";
import { outcomesLeavingAppsOut, outcomesOf } from "./ranking/run.js";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    refexp: { type: "string" },
    json: { type: "boolean", default: false },
    folds: { type: "boolean", default: false },
    shipped: { type: "boolean", default: false },
  },
});
if (values.data === undefined && values.refexp === undefined) {
  process.stderr.write("Usage: npm run bench:ranking -- (--data DIR [--folds | --shipped] | --refexp FILE) [--json]\n");
  process.exit(2);
}
const states = values.refexp === undefined ? readLabelledStates(values.data ?? "") : readRefExp(values.refexp);
const isLearned = states.some(({ app }) => learnedFrom().has(app));
const leavesOut = values.folds || (!values.shipped && isLearned);
const weights = leavesOut ? "folds by app: each app ranked by weights learned from the others" : "shipped weights";
const local = summarise(
  leavesOut
    ? outcomesLeavingAppsOut(states, examplesOf(states))
    : outcomesOf(states, (request) => rankLocally(request)),
  quantile,
);
const bm25 = summarise(outcomesOf(states, rankByBm25), quantile);
process.stdout.write(`${printSummary(`local (${weights})`, local)}\n${printSummary("BM25", bm25)}`);
if (values.json) process.stdout.write(`${JSON.stringify({ ...local, weights, bm25 })}\n`);
