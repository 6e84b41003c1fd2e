import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calibrationFor, cleanRequest, parseCalibration, type Calibration, type Ranker } from "@beans-picker/ranking";
import { CodedError } from "@beans-picker/shared";
import { readCases, type RankCase } from "./cases.js";
import { judgeAll, summarise, sweep, type Answered, type Summary } from "./measure.js";
import { recordLine } from "./recording.js";
import { reportPage } from "./report.js";

export interface ExperimentOptions {
  /** Labelled trees, recorded candidate lists, or an earlier recording. */
  readonly data: string;
  readonly ranker: Ranker;
  /** Name in the report. */
  readonly name: string;
  /** A new folder for `records.jsonl` and `report.html`. */
  readonly out: string;
  /** A calibration file instead of the one that ships for the ranker it names. */
  readonly thresholds?: string;
  /** Cases at once; a service may take several. */
  readonly width: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly onProgress?: (done: number, of: number) => void;
}

export interface Experiment {
  readonly summary: Summary;
  readonly records: string;
  readonly report: string;
  /** Input tokens that were reported; null when some answer did not say. */
  readonly inputTokens: number | null;
}

/** Longest a case may take, in milliseconds. */
const CASE_MS = 120_000;

/**
 * Asks the ranker every case, records each request and answer as it comes, and writes the report. A case that fails is a
 * failure in the report; what fails it all is a `bad_path`, `bad_arguments` or `cancelled`.
 */
export async function runExperiment(options: ExperimentOptions): Promise<Experiment> {
  const { out, name, data } = options;
  const calibrationOf = calibrations(options.thresholds);
  const cases = readCases(data);
  try {
    mkdirSync(out, { recursive: false });
  } catch {
    throw new CodedError("bad_path", `The folder ${out} cannot be made: it must be new. Nothing was ranked.`);
  }
  const records = join(out, "records.jsonl");
  const answered = await askAll(cases, options, (each) =>
    appendFileSync(records, `${recordLine(each)}\n`, { mode: 0o600 }),
  );
  const judged = judgeAll(answered, calibrationOf);
  const summary = summarise(judged);
  const points = sweep(judged, (ranker) => calibrationOf(ranker).thresholds);
  const report = join(out, "report.html");
  writeFileSync(report, reportPage({ title: `Ranking with ${name}`, judged, summary, sweep: points }), { mode: 0o600 });
  return { summary, records, report, inputTokens: tokensOf(answered) };
}

function calibrations(file: string | undefined): (ranker: string) => Calibration {
  if (file === undefined) return calibrationFor;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new CodedError("bad_path", `The calibration ${file} cannot be read; nothing was ranked.`);
  }
  const given = parseCalibration(text);
  return (ranker) => (ranker === given.ranker ? given : calibrationFor(ranker));
}

async function askAll(
  cases: readonly RankCase[],
  options: ExperimentOptions,
  onAnswer: (answered: Answered) => void,
): Promise<Answered[]> {
  const answered: (Answered | undefined)[] = cases.map(() => undefined);
  const waiting = cases.entries();
  let done = 0;
  const worker = async (): Promise<void> => {
    for (const [at, each] of waiting) {
      if (options.signal.aborted) throw new CodedError("cancelled");
      const answer = await ask(each, options);
      answered[at] = answer;
      onAnswer(answer);
      done += 1;
      options.onProgress?.(done, cases.length);
    }
  };
  await Promise.all(Array.from({ length: options.width }, worker));
  return answered.filter((each) => each !== undefined);
}

async function ask(asked: RankCase, { ranker, signal, now }: ExperimentOptions): Promise<Answered> {
  const started = now();
  try {
    const ranking = await ranker.rank(cleanRequest(asked.request), signal, { deadlineMs: CASE_MS });
    return { case: asked, ranking, ms: now() - started };
  } catch (error) {
    if (!(error instanceof CodedError) || error.code === "cancelled") throw error;
    return { case: asked, code: error.code, ms: now() - started };
  }
}

function tokensOf(answered: readonly Answered[]): number | null {
  return answered.reduce<number | null>((sum, { ranking }) => {
    const usage = ranking?.usage;
    if (usage === undefined) return sum;
    return sum === null || usage.inputTokens === null ? null : sum + usage.inputTokens;
  }, 0);
}
