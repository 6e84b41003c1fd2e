import { readdirSync, readFileSync } from "node:fs";
import { buildCandidates, type Candidate } from "@beans-picker/candidates";
import { normaliseLinux, type Snapshot } from "@beans-picker/desktop";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { weight } from "./budget.js";
import { presentOverview, presentPage } from "./overview.js";
import { createShortIds } from "./short-ids.js";

/** Windows of real apps; see the library's testdata/README.md. */
const folder = new URL("../../../../libs/desktop/testdata/", import.meta.url);
const recording = z.object({
  state: z.looseObject({ pid: z.int(), window_id: z.int() }),
  windows: z.unknown(),
});

const recorded: { name: string; snapshot: Snapshot; candidates: Candidate[] }[] = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => {
    const { state, windows } = recording.parse(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
    const { snapshot } = normaliseLinux({
      state,
      windows,
      frontPid: null,
      pid: state.pid,
      windowId: state.window_id,
      limits: { maxElements: 5_000 },
      backend: "cua",
    });
    return { name, snapshot, candidates: buildCandidates(snapshot) };
  });

describe.each(recorded)("the overview of $name", ({ snapshot, candidates }) => {
  const ids = createShortIds();
  const overview = presentOverview(snapshot, candidates, ids);

  it("is short, and leads to everything that it does not list [observe.short]", () => {
    expect(weight(overview)).toBeLessThan(3_000);
    expect(overview.total).toBe(candidates.length);
    const listed = new Set([
      ...overview.candidates.map(({ id }) => id),
      ...(overview.fields ?? []).flatMap(({ id }) => id ?? []),
    ]);
    const reached = new Set(listed);
    for (const { role, query } of overview.folded ?? []) {
      for (const { id } of allOf({ role, query })) reached.add(id);
    }
    for (const { id } of overview.next === undefined ? [] : allOf({ offset: overview.next })) reached.add(id);
    expect(candidates.filter(({ id }) => !reached.has(ids.shown(id))).map(({ does }) => does)).toEqual([]);
  });

  it("counts in its folds what it does not list one by one", () => {
    const folded = (overview.folded ?? []).reduce((sum, { count }) => sum + count, 0);
    expect(folded + overview.candidates.length).toBeLessThanOrEqual(candidates.length);
    expect((overview.folded ?? []).every(({ count, role, query }) => count > 0 && (role ?? query) !== undefined)).toBe(
      true,
    );
  });

  it("pages through every candidate once, in order [observe.paged]", () => {
    expect(allOf({ offset: 0 }).map(({ id }) => id)).toEqual(candidates.map(({ id }) => ids.shown(id)));
  });

  function allOf(wanted: { role?: string | undefined; query?: string | undefined; offset?: number }) {
    const found = [];
    for (let offset: number | undefined = wanted.offset ?? 0; offset !== undefined;) {
      const page = presentPage(candidates, { ...wanted, offset }, ids);
      found.push(...page.candidates);
      offset = page.next;
    }
    return found;
  }
});

describe("a page", () => {
  it("holds what has all words of the query, whatever the case, or the role or kind", () => {
    const ids = createShortIds();
    const { candidates = [] } = recorded.find(({ name }) => name === "mousepad-main.json") ?? {};
    const saves = presentPage(candidates, { query: "SAVE menu" }, ids);
    expect(saves.total).toBeGreaterThan(0);
    expect(saves.candidates.every(({ does }) => /menu/iu.test(does) && /save/iu.test(does))).toBe(true);
    expect(presentPage(candidates, { role: "key" }, ids).candidates.every(({ kind }) => kind === "key")).toBe(true);
    expect(presentPage(candidates, { query: "no such thing" }, ids)).toEqual({ total: 0, candidates: [] });
    expect(presentPage(candidates, { limit: 3 }, ids)).toMatchObject({ next: 3, total: candidates.length });
  });
});
