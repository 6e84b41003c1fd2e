import type { Audit, Summary, Visit } from "./audit.js";
import { appWords, causeWords, clock, duration, restoredWords, summaryLines } from "./words.js";

/** A timeline is drawn for so many apps, and a table for so many changes; the report says what is left out. */
const [mostLanes, mostRows] = [24, 2_000];
const laneHeight = 34;
const labelWidth = 190;
const width = 1_100;

/** The whole audit as one HTML file without anything from elsewhere: no script, no font, no picture. */
export function auditReport(
  audit: Audit,
  summary: Summary,
  about: { readonly title: string; readonly at: number },
): string {
  const rows = audit.visits.slice(0, mostRows);
  const cut = audit.visits.length - rows.length;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(about.title)}</title><style>${style}</style></head><body><main>
<h1>${escaped(about.title)}</h1>
<p class="when">${escaped(new Date(about.at).toLocaleString("en-GB"))}, ${duration(summary.seconds * 1_000)}</p>
<section class="facts">${facts(summary)}</section>
<h2>Timeline</h2>
${timeline(audit, summary)}
<p class="legend"><span class="steal"></span>steal <span class="front"></span>in front <span class="restore"></span>put back <span class="call"></span>call <span class="lost"></span>keys lost</p>
<h2>Changes</h2>
<table><thead><tr><th>Time</th><th>In front</th><th class="n">For</th><th>Why</th><th>During</th><th class="n">Blind</th></tr></thead>
<tbody>${rows.map((visit) => row(visit, audit.endMs ?? visit.beginMs)).join("\n")}</tbody></table>
${cut > 0 ? `<p>${cut} more changes are not listed.</p>` : ""}
<footer>${summaryLines(summary).map(escaped).join(" ")}</footer>
</main></body></html>
`;
}

function facts({ steals, longestStealMs, restored, changes, blindMs, focusLosses }: Summary): string {
  const longest = longestStealMs === null ? "–" : duration(longestStealMs);
  const all: [string, string, string][] = [
    ["Steals", String(steals), steals > 0 ? "bad" : "good"],
    ["Longest steal", longest, ""],
    ["Given back", `${restored} of ${steals}`, ""],
    ["Changes", String(changes), ""],
    ["Keys lost", String(focusLosses), focusLosses > 0 ? "bad" : ""],
    ["Blind interval", duration(blindMs), ""],
  ];
  return all
    .map(([name, value, kind]) => `<div class="fact ${kind}"><b>${value}</b><span>${name}</span></div>`)
    .join("");
}

function timeline(audit: Audit, summary: Summary): string {
  const lengthMs = Math.max(1, summary.seconds * 1_000);
  const x = (ms: number): number => labelWidth + ((ms - audit.beginMs) / lengthMs) * (width - labelWidth - 10);
  const end = audit.endMs ?? audit.beginMs;
  const names = [
    ...new Set(audit.visits.filter(({ front }) => front.windowId !== null).map(({ front }) => appWords(front))),
  ];
  const lanes = names.slice(0, mostLanes);
  const top = audit.calls.length > 0 ? laneHeight : 0;
  const height = top + lanes.length * laneHeight + 26;
  // A visit of a millisecond must still be seen.
  const bar = (from: number, to: number | null, y: number, kind: string, title: string): string => {
    const left = x(from);
    const long = Math.max(3, x(to ?? end) - left).toFixed(1);
    return `<rect class="${kind}" x="${left.toFixed(1)}" y="${y + 6}" width="${long}" height="${laneHeight - 12}" rx="3"><title>${escaped(title)}</title></rect>`;
  };
  const label = (text: string, y: number): string =>
    `<text class="name" x="${labelWidth - 12}" y="${y + laneHeight / 2 + 4}">${escaped(shortened(text))}<title>${escaped(text)}</title></text><line x1="${labelWidth}" x2="${width - 10}" y1="${y + laneHeight}" y2="${y + laneHeight}"/>`;
  const parts = [
    ...(top > 0 ? [label("calls", 0)] : []),
    ...audit.calls.map(({ tool, call, beginMs, endMs }) => bar(beginMs, endMs, 0, "call", `${tool} #${call}`)),
    ...lanes.map((name, at) => label(name, top + at * laneHeight)),
    ...audit.visits.flatMap((visit) => {
      const lane = lanes.indexOf(appWords(visit.front));
      if (lane < 0) return [];
      const kind = visit.steal ? "steal" : visit.cause === "restore" || visit.again ? "restore" : "front";
      const long = duration((visit.endMs ?? end) - visit.beginMs);
      const title = `${clock(visit.at)} ${appWords(visit.front)}: ${causeWords(visit)}, ${long}${restoredWords(visit)}`;
      return [bar(visit.beginMs, visit.endMs, top + lane * laneHeight, kind, title)];
    }),
    ...audit.focusLosses.flatMap(({ beginMs, endMs, front, at }) => {
      const lane = lanes.indexOf(appWords(front));
      const y = top + lane * laneHeight;
      return lane < 0 ? [] : [bar(beginMs, endMs, y, "lost", `${clock(at)} ${appWords(front)} lost the keys`)];
    }),
    ...ticks(lengthMs).map(
      (ms) =>
        `<text class="tick" x="${x(audit.beginMs + ms).toFixed(1)}" y="${height - 6}">${duration(ms)}</text><line class="tick" x1="${x(audit.beginMs + ms).toFixed(1)}" x2="${x(audit.beginMs + ms).toFixed(1)}" y1="0" y2="${height - 22}"/>`,
    ),
  ];
  const left = names.length - lanes.length;
  const rest = left > 0 ? `<p>${left} more apps are not drawn.</p>` : "";
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Which app was in front when">${parts.join("")}</svg>${rest}`;
}

/** About six round steps. */
export function ticks(lengthMs: number): number[] {
  const rough = lengthMs / 6;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.floor(lengthMs / step) + 1 }, (_, at) => at * step).filter(
    (ms) => ms < lengthMs * 0.97,
  );
}

function row(visit: Visit, endMs: number): string {
  const calls = visit.during.map(({ tool, call }) => `${tool} #${call}`).join(", ");
  const title = visit.front.title === null ? "" : `<small>${escaped(visit.front.title)}</small>`;
  const why = `${causeWords(visit)}${restoredWords(visit)}`;
  return `<tr class="${visit.steal ? "steal" : ""}"><td>${clock(visit.at)}</td><td>${escaped(appWords(visit.front))}${title}</td><td class="n">${duration((visit.endMs ?? endMs) - visit.beginMs)}</td><td>${escaped(why)}</td><td>${escaped(calls)}</td><td class="n">${duration(visit.blindMs)}</td></tr>`;
}

function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

/** Names and titles are chosen by other programs. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const style = `
:root{color-scheme:light dark;--ink:#1c2126;--soft:#667180;--line:#e3e7ec;--paper:#fff;--front:#7aa5d8;--steal:#d23f3f;--restore:#4e9a6a;--call:#b9a5dd;--lost:#e59c2f}
@media(prefers-color-scheme:dark){:root{--ink:#e8ebef;--soft:#97a2b0;--line:#343b44;--paper:#16191d;--front:#4f7bb0}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}main{max-width:1100px;margin:0 auto;padding:28px 20px 48px}
h1{font-size:24px;margin:0}h2{font-size:17px;margin:30px 0 8px}.when,footer{color:var(--soft)}
.facts{display:flex;flex-wrap:wrap;gap:10px;margin-top:18px}.fact{border:1px solid var(--line);border-radius:8px;padding:10px 16px;min-width:110px}
.fact b{display:block;font-size:21px;font-variant-numeric:tabular-nums}.fact span{color:var(--soft);font-size:13px}.bad b{color:var(--steal)}.good b{color:var(--restore)}
svg{width:100%;height:auto;border:1px solid var(--line);border-radius:8px}svg line{stroke:var(--line)}svg .tick{font-size:11px;fill:var(--soft);stroke-dasharray:2 4}svg .name{font-size:13px;text-anchor:end;fill:var(--ink)}
rect.front{fill:var(--front)}rect.steal{fill:var(--steal)}rect.restore{fill:var(--restore)}rect.call{fill:var(--call)}rect.lost{fill:var(--lost)}
.legend{color:var(--soft);font-size:13px}.legend span{display:inline-block;width:12px;height:12px;border-radius:3px;margin:0 5px 0 14px;vertical-align:-1px}
.legend .front{background:var(--front)}.legend .steal{background:var(--steal);margin-left:0}.legend .restore{background:var(--restore)}.legend .call{background:var(--call)}.legend .lost{background:var(--lost)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:top}th{color:var(--soft);font-weight:500;font-size:13px}
td:first-child,.n{font-variant-numeric:tabular-nums;white-space:nowrap}.n{text-align:right}tr.steal td:nth-child(4){color:var(--steal);font-weight:600}small{display:block;color:var(--soft)}footer{margin-top:26px}
`;
