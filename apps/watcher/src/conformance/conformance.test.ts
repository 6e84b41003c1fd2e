import { existsSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ChildEntry, type Client, createLogger, createSupervisor, type Supervisor } from "@beans-picker/ipc";
import { type FrontChange, watcherContract, type WatcherContract } from "@beans-picker/protocol";
import { afterEach, describe, expect, it, vi } from "vitest";
import { until } from "../testing/until.js";
import { frontScript, type FrontScript, type Recorded, type Step } from "../testing/front-script.js";

// A thousand changes take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const native = fileURLToPath(new URL("../../../../native/watcher/.build/window-watcher", import.meta.url));
const own = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const implementations: [string, ChildEntry][] = [["TypeScript", own]];
if (existsSync(native)) implementations.push(["Swift", { program: native, args: ["serve"] }]);
else console.log("Conformance ran against TypeScript only: build the Swift watcher with `npm run swift:test`.");

const options = { deadlineMs: 20_000 };
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const job of cleanUp.splice(0).reverse()) await job();
});

async function start(entry: ChildEntry): Promise<Client<WatcherContract>> {
  const base = mkdtempSync(join(tmpdir(), "conf-"));
  const log = createLogger("conformance");
  const children = { watcher: { contract: watcherContract, entry } };
  const supervisor: Supervisor<typeof children> = await createSupervisor({
    children,
    log,
    build: "test",
    base: join(base, "b"),
  });
  cleanUp.push(() => rmSync(base, { recursive: true, force: true }));
  cleanUp.push(() => supervisor.stop());
  return supervisor.client("watcher");
}

async function play(
  entry: ChildEntry,
  steps: readonly Step[],
): Promise<{ recorded: Recorded; changes: FrontChange[] }> {
  const client = await start(entry);
  const script: FrontScript = await frontScript(steps);
  cleanUp.push(() => script.stop());
  const changes: FrontChange[] = [];
  let lost = 0;
  client.subscribe("front.changed", (change, { missed }) => {
    lost += missed;
    changes.push(change);
  });
  await client.call("front.watch", { sampleMs: 20 }, options);
  const inFront = async () => (await client.call("front.current", {}, options)).front.windowId;
  await expect.poll(inFront, { timeout: 30_000 }).not.toBeNull();
  const recorded = await script.run();
  const last = recorded.record.at(-1)?.window ?? 0;
  await until("the last change is told", () => (changes.at(-1)?.front.windowId ?? 0) === last || undefined, 30_000);
  expect(lost).toBe(0);
  return { recorded, changes };
}

/** Finds each of `wanted` in `all` in order; answers with what has no match. */
function unmatched<T, U>(wanted: readonly T[], all: readonly U[], same: (a: T, b: U) => boolean): T[] {
  let at = 0;
  return wanted.filter((one) => {
    const found = all.findIndex((other, index) => index >= at && same(one, other));
    if (found < 0) return true;
    at = found + 1;
    return false;
  });
}

interface Moment {
  readonly window: number;
  readonly at: number;
}

/** Pairs each visit with the nearest change of its window after the pair before; `apart` are the distances in milliseconds. */
function paired<T extends Moment>(visits: readonly T[], told: readonly Moment[]): { apart: number[]; missed: T[] } {
  const apart: number[] = [];
  let from = 0;
  const missed = visits.filter((visit) => {
    const distances = told.map(({ window, at }, index) =>
      index >= from && window === visit.window ? Math.abs(at - visit.at) : Infinity,
    );
    const nearest = Math.min(...distances);
    if (nearest > 1_000) return true;
    apart.push(nearest);
    from = distances.indexOf(nearest) + 1;
    return false;
  });
  return { apart, missed };
}

/** Compares what a watcher told with what the script recorded; answers with how far the times are apart, sorted. */
function compare({ recorded, changes }: { recorded: Recorded; changes: FrontChange[] }): number[] {
  const told = changes.map(({ front, at, blindMs }) => ({ window: front.windowId ?? 0, at, blindMs }));
  const blindMs = Math.max(...told.map((one) => one.blindMs));
  // The script's first entries are from before the watch began.
  const begin = (told[0]?.at ?? 0) - 1_000;
  const visits = recorded.record.map((one, at, all) => ({ ...one, lastedMs: (all[at + 1]?.at ?? Infinity) - one.at }));
  const long = visits.slice(3).filter(({ window, lastedMs, at }) => window !== 0 && lastedMs > blindMs && at > begin);
  const { apart, missed } = paired(long, told);
  expect(missed, "visits longer than the stated blind interval that were not told").toEqual([]);
  const invented = unmatched(
    told.filter(({ window }) => window !== 0),
    visits,
    (a, b) => a.window === b.window,
  );
  expect(invented, "changes that did not happen").toEqual([]);
  for (const [at, { previous }] of changes.entries()) {
    if (at > 0) expect(previous.windowId).toBe(changes[at - 1]?.front.windowId);
  }
  return apart.sort((a, b) => a - b);
}

describe.each(implementations)("the watcher in %s", (name, entry) => {
  it("misses no change that lasts longer than its blind interval, of a thousand, at the right times [front.conformance]", async () => {
    const stays = [5, 20, 25, 5, 30, 20, 100, 5, 20, 25];
    const steps = Array.from({ length: 1_000 }, (_, at): Step => ["activate", at % 3, stays[at % stays.length] ?? 20]);
    const result = await play(entry, steps);
    expect(result.recorded.record.length).toBeGreaterThan(1_000);
    const apart = compare(result);
    const median = apart[Math.floor(apart.length / 2)] ?? Infinity;
    const p99 = apart[Math.floor(apart.length * 0.99)] ?? Infinity;
    const seen = result.changes.filter(({ front }) => front.windowId !== null).length;
    const blind = Math.max(...result.changes.map(({ blindMs }) => blindMs));
    console.info(
      `${name}: ${seen} changes told, ${apart.length} long ones compared, apart ${median.toFixed(1)} ms (median), ${p99.toFixed(1)} ms (p99), blind at most ${blind.toFixed(0)} ms`,
    );
    expect(median).toBeLessThan(10);
  });

  it("tells windows that open, hide, and are killed while they are in front [front.conformance]", async () => {
    const round: Step[] = [
      ["activate", 0, 120],
      ["map", 3, 150],
      ["unmap", 3, 150],
      ["activate", 1, 100],
      ["map", 4, 150],
      ["kill", 4, 200],
      ["activate", 2, 100],
      ["activate", 1, 100],
      ["activate", 2, 100],
    ];
    compare(await play(entry, round));
  });

  it.each([5, 20, 100])(
    "sees a visit of %i ms and back, or says that it can have missed it [front.conformance]",
    async (ms) => {
      const visits = Array.from({ length: 20 }, (): Step[] => [
        ["activate", 0, 150],
        ["activate", 1, ms],
      ]).flat();
      compare(await play(entry, [...visits, ["activate", 2, 100]]));
    },
  );
});
