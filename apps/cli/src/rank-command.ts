import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  chooseRanker,
  createEgressRecord,
  egressPath,
  readSettings,
  replaying,
  runExperiment,
  type EgressRecord,
  type Experiment,
} from "@beans-picker/ranker-process";
import type { Ranker } from "@beans-picker/ranking";
import { CodedError } from "@beans-picker/shared";
import { version } from "./version.js";

export interface RankArguments {
  readonly data: string;
  readonly ranker: "local" | "jev" | "auto";
  readonly thresholds?: string | undefined;
  readonly replay?: string | undefined;
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Cases at once towards a service; its client slows all of them down when it is told to. */
const SERVICE_WIDTH = 4;

/** Replays labelled data through a ranker, writes records and a report, prints the figures. Returns the exit code. */
export async function runRank(args: RankArguments): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  const name = args.replay === undefined ? args.ranker : `${args.ranker}, recorded`;
  let close = (): Promise<void> => Promise.resolve();
  try {
    const asked = await rankerFor(args);
    close = asked.close;
    const { ranker, width } = asked;
    const experiment = await runExperiment({
      data: resolve(args.data),
      ranker,
      name,
      out: resolve(args.out ?? `rank-${new Date().toISOString().replace(/[:.]/g, "-")}`),
      ...(args.thresholds !== undefined && { thresholds: resolve(args.thresholds) }),
      width,
      signal: stopping.signal,
      now: () => performance.now(),
      onProgress: (done, of) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of}${done === of ? "\n" : ""}`);
      },
    });
    process.stdout.write(
      args.json ? `${JSON.stringify({ ranker: name, ...flat(experiment) })}\n` : figures(name, experiment),
    );
    return 0;
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    process.stderr.write(`beans-picker rank: ${error.message} (${error.code})\n`);
    return 1;
  } finally {
    await close();
  }
}

async function rankerFor(args: RankArguments): Promise<{ ranker: Ranker; close: () => Promise<void>; width: number }> {
  if (args.replay !== undefined) {
    return { ranker: replaying(resolve(args.replay)), close: () => Promise.resolve(), width: 1 };
  }
  let record: EgressRecord | undefined;
  const settings = readSettings({ env: process.env, from: dirname(fileURLToPath(import.meta.url)) });
  const choice = await chooseRanker(
    { ...settings, BEANS_PICKER_RANKER: args.ranker },
    {
      agent: `beans-picker/${version}`,
      onSent: (sent, host) => {
        record ??= createEgressRecord({
          path: egressPath(process.env),
          host,
          now: Date.now,
          onFailure: () => undefined,
        });
        record.add(sent);
      },
    },
  );
  // A run without anybody to ask would only be a list of failures.
  const problem = "refusal" in choice ? choice.refusal : choice.problem;
  if ("refusal" in choice || problem) throw problem ?? new CodedError("ranker_unavailable");
  const close = async (): Promise<void> => {
    await choice.close();
    await record?.close();
  };
  return { ranker: choice.ranker, close, width: choice.host === undefined ? 1 : SERVICE_WIDTH };
}

function flat({ summary, records, report, inputTokens }: Experiment) {
  return { ...summary, inputTokens, records, report };
}

function figures(name: string, { summary, records, report, inputTokens }: Experiment): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);
  const groups = (scores: Experiment["summary"]["byApp"]): string[] =>
    Object.entries(scores).map(
      ([group, { n, top1, top3 }]) =>
        `  ${group.padEnd(24)} ${String(n).padStart(5)} ${percent(top1)} ${percent(top3)}`,
    );
  return [
    `${name}: ${summary.n} cases with an answer${summary.failures > 0 ? `, ${summary.failures} failures` : ""}`,
    `  right one first          ${percent(summary.top1)}    among three ${percent(summary.top3)}`,
    `  acted on                 ${percent(summary.act.coverage)}    of which right ${percent(summary.act.precision)}`,
    `  nothing fits, found      ${percent(summary.none.recall)}    acted on ${percent(summary.none.falseActs)}`,
    `  calibration error        ${summary.ece.toFixed(3).padStart(8)}`,
    `  time, median and 95th    ${summary.msP50.toFixed(1)} ms, ${summary.msP95.toFixed(1)} ms`,
    ...(inputTokens === null || inputTokens > 0 ? [`  input tokens             ${inputTokens ?? "unknown"}`] : []),
    "",
    `  ${"".padEnd(24)} cases    first     three`,
    ...groups(summary.byPhrasing),
    "",
    ...groups(summary.byApp),
    "",
    `report: ${report}`,
    `records: ${records}`,
    "",
  ].join("\n");
}
