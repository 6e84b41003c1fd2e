import type { Summary } from "./evaluate.js";

/** A table for people: one line for each phrasing, then how the gate would act. */
export function printSummary(name: string, summary: Summary): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(8);
  const lines = Object.entries(summary.byPhrasing).map(
    ([phrasing, { n, top1, top3, top5 }]) =>
      `  ${phrasing.padEnd(12)} ${String(n).padStart(4)}  top-1 ${percent(top1)}  top-3 ${percent(top3)}  top-5 ${percent(top5)}`,
  );
  return [
    name,
    ...lines,
    `  ${"all".padEnd(12)} ${String(summary.n).padStart(4)}  top-1 ${percent(summary.top1)}  top-3 ${percent(summary.top3)}  top-5 ${percent(summary.top5)}`,
    `  acts on ${percent(summary.act.coverage).trim()} of plain, position and context, right in ${percent(summary.act.precision).trim()}` +
      `; on ${percent(summary.actAll.coverage).trim()} of all, right in ${percent(summary.actAll.precision).trim()}`,
    `  nothing fits: told ${percent(summary.none.recall).trim()}, acted on ${percent(summary.none.falseActs).trim()}` +
      `; calibration error ${percent(summary.ece).trim()}; ${summary.msP50} ms median, ${summary.msP95} ms p95`,
    "",
  ].join("\n");
}
