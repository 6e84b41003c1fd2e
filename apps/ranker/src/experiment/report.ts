import { scrubText } from "@beans-picker/shared";
import type { RankOption } from "@beans-picker/ranking";
import { isRight, reliability, type Judged, type Summary, type SweepPoint } from "./measure.js";

/** How many mistakes are shown, the surest first, and how many candidates of each. */
const MISTAKES = 40;
const CANDIDATES = 5;

const style = `
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2530;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2.2rem}
table{border-collapse:collapse;width:100%}td,th{padding:.25rem .6rem;text-align:left;border-bottom:1px solid #e3e7ec;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.plots{display:flex;flex-wrap:wrap;gap:2rem}figure{margin:0}figcaption{color:#5a6675}
.right{color:#0a7a3d;font-weight:600}.wrong{color:#b3261e;font-weight:600}
details{border:1px solid #e3e7ec;border-radius:6px;padding:.5rem .8rem;margin:.5rem 0}summary{cursor:pointer}
small{color:#5a6675}`;

export interface ReportParts {
  readonly title: string;
  readonly judged: readonly Judged[];
  readonly summary: Summary;
  readonly sweep: readonly SweepPoint[];
}

/** A page that needs nothing else: no script, no address, and all that a screen said is only text in it. */
export function reportPage({ title, judged, summary, sweep }: ReportParts): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const rows: [string, string][] = [
    ["cases with an answer", String(summary.n)],
    ["right one first", percent(summary.top1)],
    ["right one among the first three", percent(summary.top3)],
    ["acted on, of those", percent(summary.act.coverage)],
    ["right, of all acts", percent(summary.act.precision)],
    ["“nothing fits” found", percent(summary.none.recall)],
    ["acts where nothing fits", percent(summary.none.falseActs)],
    ["expected calibration error", summary.ece.toFixed(3)],
    ["failures of the ranker", String(summary.failures)],
    ["time, median and 95th percentile", `${summary.msP50.toFixed(1)} ms, ${summary.msP95.toFixed(1)} ms`],
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>${text(title)}</title><style>${style}</style></head><body>
<h1>${text(title)}</h1>
<table>${rows.map(([name, value]) => `<tr><td>${text(name)}</td><td class="n">${text(value)}</td></tr>`).join("")}</table>
<div class="plots">${reliabilityPlot(judged)}${curvePlot(sweep)}</div>
<h2>By phrasing</h2>${scoreTable(summary.byPhrasing)}
<h2>By app</h2>${scoreTable(summary.byApp)}
<h2>Limits</h2>${sweepTable(sweep)}
<h2>Worst mistakes</h2>${mistakes(judged)}
</body></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function text(content: string): string {
  return scrubText(content).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const SIDE = 300;
const MARGIN = 52;
const x = (share: number): string => (MARGIN + share * SIDE).toFixed(1);
const y = (share: number): string => (MARGIN + (1 - share) * SIDE).toFixed(1);

function plot(caption: string, across: string, up: string, inside: string): string {
  const ticks = [0, 0.25, 0.5, 0.75, 1]
    .map(
      (at) =>
        `<text x="${x(at)}" y="${MARGIN + SIDE + 16}" text-anchor="middle">${at}</text><text x="${MARGIN - 8}" y="${y(at)}" dy="4" text-anchor="end">${at}</text>`,
    )
    .join("");
  const size = SIDE + 2 * MARGIN;
  return `<figure><svg width="${size}" height="${size + 10}" role="img" aria-label="${text(caption)}" font-size="11" fill="#5a6675">
<rect x="${MARGIN}" y="${MARGIN}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#c9d0d8"/>${ticks}
<text x="${MARGIN + SIDE / 2}" y="${size - 4}" text-anchor="middle">${text(across)}</text>
<text x="12" y="${MARGIN + SIDE / 2}" text-anchor="middle" transform="rotate(-90 12 ${MARGIN + SIDE / 2})">${text(up)}</text>
${inside}</svg><figcaption>${text(caption)}</figcaption></figure>`;
}

function reliabilityPlot(judged: readonly Judged[]): string {
  const bins = reliability(judged).filter(({ n }) => n > 0);
  const most = Math.max(1, ...bins.map(({ n }) => n));
  const diagonal = `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#c9d0d8" stroke-dasharray="4 4"/>`;
  const dots = bins
    .map(
      ({ confidence, right, n }) =>
        `<circle cx="${x(confidence)}" cy="${y(right)}" r="${(3 + 9 * Math.sqrt(n / most)).toFixed(1)}" fill="#2563eb" fill-opacity=".6"><title>${n} cases: said ${confidence.toFixed(2)}, right ${right.toFixed(2)}</title></circle>`,
    )
    .join("");
  return plot(
    "Reliability: a dot on the line is a confidence that means what it says",
    "confidence",
    "right",
    diagonal + dots,
  );
}

function curvePlot(sweep: readonly SweepPoint[]): string {
  const line = sweep.map(({ coverage, precision }) => `${x(coverage)},${y(precision)}`).join(" ");
  const dots = sweep
    .map(
      ({ coverage, precision, threshold }) =>
        `<circle cx="${x(coverage)}" cy="${y(precision)}" r="3" fill="#2563eb"><title>from ${threshold.toFixed(2)}: ${coverage.toFixed(2)} acted on, ${precision.toFixed(2)} right</title></circle>`,
    )
    .join("");
  return plot(
    "Coverage and precision, for a confidence needed to act from 0.30 to 0.99",
    "coverage",
    "precision",
    `<polyline points="${line}" fill="none" stroke="#2563eb"/>${dots}`,
  );
}

function scoreTable(scores: Summary["byApp"]): string {
  const rows = Object.entries(scores).map(
    ([name, { n, top1, top3 }]) =>
      `<tr><td>${text(name)}</td><td class="n">${n}</td><td class="n">${(top1 * 100).toFixed(1)}</td><td class="n">${(top3 * 100).toFixed(1)}</td></tr>`,
  );
  return `<table><tr><th></th><th class="n">cases</th><th class="n">first, %</th><th class="n">first three, %</th></tr>${rows.join("")}</table>`;
}

function sweepTable(sweep: readonly SweepPoint[]): string {
  const rows = sweep.map(
    ({ threshold, coverage, precision, falseActs }) =>
      `<tr><td class="n">${threshold.toFixed(2)}</td><td class="n">${(coverage * 100).toFixed(1)}</td><td class="n">${(precision * 100).toFixed(1)}</td><td class="n">${(falseActs * 100).toFixed(1)}</td></tr>`,
  );
  return `<details><summary>What other limits would do</summary><table><tr><th class="n">confidence from</th><th class="n">acted on, %</th><th class="n">right, %</th><th class="n">acts where nothing fits, %</th></tr>${rows.join("")}</table></details>`;
}

function mistakes(judged: readonly Judged[]): string {
  const acted = (each: Judged): boolean => each.decision?.outcome === "pick";
  const wrong = judged
    .filter(
      (each) =>
        each.ranking !== undefined && (acted(each) ? !isRight(each) : each.case.right.length > 0 && each.top(1) < 1),
    )
    .sort((a, b) => Number(acted(b)) - Number(acted(a)) || b.confidence - a.confidence)
    .slice(0, MISTAKES);
  return wrong.length === 0 ? "<p>None.</p>" : wrong.map(mistake).join("\n");
}

function mistake(each: Judged): string {
  const { case: asked, ranking, confidence, decision } = each;
  const byId = new Map(asked.request.options.map((option) => [option.id, option]));
  const right = new Set(asked.right);
  const ranked = ranking?.ranked ?? [];
  const shown = ranked.slice(0, CANDIDATES);
  const missed = ranked.filter(({ id }) => right.has(id) && !shown.some((other) => other.id === id)).slice(0, 1);
  const rows = [...shown, ...missed].map(({ id, p }) => {
    const place = ranked.findIndex((other) => other.id === id) + 1;
    const mark = right.has(id) ? `<span class="right">right</span>` : "";
    return `<tr><td class="n">${place}</td><td class="n">${p.toFixed(3)}</td><td>${described(byId.get(id))}</td><td>${mark}</td></tr>`;
  });
  const outcome =
    decision?.outcome === "pick" ? `<span class="wrong">acted</span>` : text(decision?.outcome ?? "failed");
  const entered = asked.request.text === undefined ? "" : ` <small>text: ${text(asked.request.text)}</small>`;
  return `<details><summary>${text(asked.request.instruction)}${entered} — ${outcome}, ${confidence.toFixed(2)} <small>${text(asked.name)}, ${text(asked.phrasing)}</small></summary>
<table><tr><th class="n">place</th><th class="n">share</th><th>candidate</th><th></th></tr>${rows.join("")}</table>
${right.size === 0 ? "<p>Nothing on the window is right.</p>" : ""}<small>none: ${(ranking?.pNone ?? 0).toFixed(3)} of ${asked.request.options.length} candidates</small></details>`;
}

function described(option: RankOption | undefined): string {
  if (option === undefined) return "";
  const within = option.facts.within.length === 0 ? "" : ` <small>${text(option.facts.within.join(" › "))}</small>`;
  return `${text(option.does)}${within}`;
}
