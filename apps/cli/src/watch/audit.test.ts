import type { Front, FrontChange } from "@beans-picker/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Audit } from "./audit.js";
import { milliseconds } from "./duration.js";
import { auditReport, escaped } from "./report.js";
import { changeLine, summaryLines } from "./words.js";

const named = (name: string): Front => ({
  pid: name.charCodeAt(0),
  windowId: name.charCodeAt(0),
  app: name,
  title: null,
});
const nobody: Front = { pid: null, windowId: null, app: null, title: null };
const start = { front: named("A"), at: 1_700_000_000_000, monotonicMs: 0, blindMs: 20 };

function change(from: Front, to: Front, monotonicMs: number, cause: FrontChange["cause"]): FrontChange {
  return { front: to, previous: from, at: start.at + monotonicMs, monotonicMs, cause, blindMs: 20, during: [] };
}

describe("an audit of the front", () => {
  it("counts a steal with its length and whether the front was given back, and not the giving back [watch.steals]", () => {
    const audit = new Audit(start, null);
    audit.change(change(named("A"), named("B"), 1_000, "app"));
    const back = audit.change(change(named("B"), named("A"), 1_400, "app"));
    expect(changeLine(back.ended, back.began)).toMatch(/front given back\) → A \(65\) {2}has the front again$/);
    audit.change(change(named("A"), named("C"), 2_000, "opened"));
    expect(audit.end(5_000)).toMatchObject({ steals: 2, restored: 1, longestStealMs: 3_000, changes: 3, seconds: 5 });
  });

  it("looks through a moment in which nobody is in front", () => {
    const audit = new Audit(start, null);
    audit.change(change(named("A"), nobody, 1_000, "app"));
    audit.change(change(nobody, named("B"), 1_005, "app"));
    audit.change(change(named("B"), nobody, 2_005, "restore"));
    audit.change(change(nobody, named("A"), 2_010, "restore"));
    expect(audit.end(3_000)).toMatchObject({ steals: 1, restored: 1, longestStealMs: 1_000 });
  });

  it.each(["person", "closed", "restore"] as const)("counts no steal when the cause is %s", (cause) => {
    const audit = new Audit(start, null);
    audit.change(change(named("A"), named("B"), 1_000, cause));
    expect(audit.end(2_000).steals).toBe(0);
  });

  it("counts only steals of the app that was named, and what nobody knows as one", () => {
    const audit = new Audit(start, "b");
    audit.change(change(named("A"), named("C"), 1_000, "app"));
    audit.change(change(named("C"), named("B"), 2_000, "unknown"));
    expect(audit.end(3_000).steals).toBe(1);
  });

  it("writes a line that says when, from whom and for how long, to whom and during which call", () => {
    const audit = new Audit(start, null);
    const during = [{ call: "7", tool: "act", pid: 66 }];
    const { ended, began } = audit.change({ ...change(named("A"), named("B"), 1_500, "app"), during });
    expect(changeLine(ended, began)).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} {2}A \(65\) \(1\.5 s\) → B \(66\) {2}STEAL: .* — during act #7$/,
    );
    expect(summaryLines(audit.end(2_000)).join(" ")).toContain("1 steal, longest 500 ms, 0 given back");
  });

  it("makes a report that other programs' names cannot break out of, and that needs nothing from elsewhere [watch.report]", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (app, tool) => {
        const audit = new Audit(start, null);
        const hostile = { pid: 5, windowId: 5, app: `${app}<script>"'`, title: `<img src=x>${app}` };
        audit.change({
          ...change(named("A"), hostile, 10, "app"),
          during: [{ call: "1", tool: `</svg>${tool}`, pid: null }],
        });
        const html = auditReport(audit, audit.end(1_000), { title: app, at: start.at });
        expect(html).not.toMatch(/<script|<img|<[a-z]+[^>]*\s(src|href)=/i);
        expect(html.split("</style>")[0]).not.toContain("url(");
        expect(html.match(/<\/svg>/g)).toHaveLength(1);
        expect(escaped(app)).not.toMatch(/[<>"']/);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a time on the command line", () => {
  it.each([
    ["30s", 30_000],
    ["500ms", 500],
    ["2m", 120_000],
    ["1h", 3_600_000],
    ["1.5s", 1_500],
    ["7", 7_000],
    ["0s", undefined],
    ["-1s", undefined],
    ["soon", undefined],
    ["", undefined],
    ["9999h", undefined],
  ])("%j is %s ms", (text, ms) => {
    expect(milliseconds(text)).toBe(ms);
  });
});
