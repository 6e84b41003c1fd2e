import { existsSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ChildEntry, type Client, createLogger, createSupervisor, type Supervisor } from "@beans-picker/ipc";
import { type FrontChange, watcherContract, type WatcherContract } from "@beans-picker/protocol";
import { openWindow, type TestWindow, xdotool } from "../testing/windows.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { logStalls, type Stall } from "../testing/stalls.js";
import { until } from "../testing/until.js";
import { desktopPids } from "../testing/window-manager.js";
import { frontScript, type FrontScript, type Recorded, type Step } from "../testing/front-script.js";
import { judge, type Told } from "./judge.js";

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

interface Played {
  /** What was in front when the script began. */
  readonly begin: Told;
  readonly recorded: Recorded;
  readonly changes: FrontChange[];
  readonly stall: Stall;
}

async function play(entry: ChildEntry, steps: readonly Step[]): Promise<Played> {
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
  const begin = await until("something is in front", async () => {
    const { front, at } = await client.call("front.current", {}, options);
    return front.windowId === null ? undefined : { window: front.windowId, at, blindMs: 0 };
  });
  // The watcher, what it asks, and what is asked to change the front.
  const stalls = await logStalls([client.hello.pid, ...desktopPids()]);
  cleanUp.push(() => stalls.stop());
  const recorded = await script.run();
  const last = recorded.record.at(-1)?.window ?? 0;
  await until("the last change is told", () => (changes.at(-1)?.front.windowId ?? 0) === last || undefined, 30_000);
  expect(lost).toBe(0);
  return { begin, recorded, changes, stall: await stalls.end() };
}

/** What clocks may differ by and a look may take: the times of a change agree within this, in milliseconds. */
const toleranceMs = 10;

/** Asserts of every change that it was told, in order and in time; answers with the figures. */
function compare({ begin, recorded, changes, stall }: Played): string {
  const told = changes
    .map(({ front, at, blindMs }) => ({ window: front.windowId ?? 0, at, blindMs }))
    .filter(({ at }) => at > begin.at);
  // What the script did before is part of the beginning.
  const happened = [begin, ...recorded.record.filter(({ at }) => at > begin.at)];
  const { missed, invented, pairs, unseen } = judge(happened, [begin, ...told], toleranceMs);
  expect(missed, "visits longer than the stated blind interval that were not told").toEqual([]);
  expect(invented, "changes that did not happen").toEqual([]);
  for (const [at, { previous }] of changes.entries()) {
    if (at > 0) expect(previous.windowId).toBe(changes[at - 1]?.front.windowId);
  }
  // What is later than that must be what the kernel says the machine took: time in which nobody could look.
  const judged = pairs.map((pair) => {
    const { at } = pair.arrival;
    const heldUpMs =
      Math.abs(pair.lateMs) <= toleranceMs ? 0 : stall(Math.min(at, pair.told.at), Math.max(at, pair.told.at));
    return { ...pair, heldUpMs, beyondMs: Math.abs(pair.lateMs) - heldUpMs };
  });
  expect(
    judged.filter(({ beyondMs }) => beyondMs > toleranceMs),
    "changes told at another time",
  ).toEqual([]);
  const apart = judged.map(({ lateMs }) => Math.abs(lateMs)).sort((one, other) => one - other);
  const share = (part: number): string => (apart[Math.floor((apart.length - 1) * part)] ?? 0).toFixed(1);
  const held = judged.filter(({ heldUpMs }) => heldUpMs > 0).length;
  return `${pairs.length} changes told, apart ${share(0.5)} ms (median), ${share(0.99)} ms (p99), ${share(1)} ms (most); ${held} held up by the machine; ${unseen} shorter than the blind interval and not told`;
}

/** Three apps; what the watcher calls the front is waited for after each step. */
async function restoring(entry: ChildEntry) {
  const client = await start(entry);
  const open = async (name: string): Promise<TestWindow> => {
    const window = await openWindow(name);
    cleanUp.push(() => window.kill());
    return window;
  };
  const [thief, other, work] = [await open("Thief"), await open("Other"), await open("Work")];
  const inFront = async (window: TestWindow): Promise<void> => {
    await until(`${window.name} is in front`, async () => {
      const { front } = await client.call("front.watch", {}, options);
      return front.pid === window.pid || undefined;
    });
  };
  return {
    thief,
    other,
    work,
    inFront,
    raise: async (window: TestWindow): Promise<void> => {
      await window.raise();
      await inFront(window);
    },
    /** Puts the app that is worked in back where the thief is. */
    restore: (more: { evenPerson?: boolean } = {}) =>
      client.call(
        "front.restore",
        { from: [thief.pid], to: { pid: work.pid, windowId: work.windowId }, ...more },
        options,
      ),
  };
}

/** A press counts that was so long before a restore or less; one that may have been earlier proves nothing, in milliseconds. */
const surelyCountsMs = 250;

describe.each(implementations)("the watcher in %s", (name, entry) => {
  it("misses no change that lasts longer than its blind interval, of a thousand, at the right times [front.conformance]", async () => {
    const stays = [5, 20, 25, 5, 30, 20, 100, 5, 20, 25];
    const steps = Array.from({ length: 1_000 }, (_, at): Step => ["activate", at % 3, stays[at % stays.length] ?? 20]);
    const result = await play(entry, steps);
    expect(result.recorded.record.length).toBeGreaterThan(1_000);
    console.info(`${name}: ${compare(result)}`);
    expect(result.changes.length).toBeGreaterThan(500);
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
    console.info(`${name}: ${compare(await play(entry, round))}`);
  });

  it("puts an app back in front of one that took its place, and asks for nothing when none has [front.restore]", async () => {
    const { thief, work, inFront, raise, restore } = await restoring(entry);
    await inFront(work);
    expect(await restore()).toMatchObject({ outcome: "not_needed", front: { pid: work.pid }, checks: 0 });
    for (let time = 0; time < 3; time += 1) {
      await raise(thief);
      expect(await restore()).toMatchObject({ outcome: "restored", front: { pid: work.pid } });
    }
  });

  it("does not overtake a person who presses on another window meanwhile, unless the caller insists [front.person]", async () => {
    const { thief, other, work, inFront, raise, restore } = await restoring(entry);
    const id = String(other.windowId);
    let judged = 0;
    for (let round = 0; round < 30 && judged < 2; round += 1) {
      const evenPerson = judged === 1;
      await raise(work);
      await xdotool(process.env, "windowraise", id, "mousemove", "--window", id, "20", "20");
      const pressed = performance.now();
      await xdotool(process.env, "click", "1");
      await inFront(other);
      await thief.raise();
      await inFront(thief);
      const inTime = performance.now() - pressed < surelyCountsMs;
      const answer = await restore({ evenPerson });
      if (!inTime) continue;
      const [outcome, front] = evenPerson ? (["restored", work] as const) : (["person", other] as const);
      expect(answer).toMatchObject({ outcome, front: { pid: front.pid } });
      judged += 1;
    }
    expect(judged).toBe(2);
  });

  it.each([5, 20, 100])(
    "sees a visit of %i ms and back, or says that it can have missed it [front.conformance]",
    async (ms) => {
      const visits = Array.from({ length: 20 }, (): Step[] => [
        ["activate", 0, 150],
        ["activate", 1, ms],
      ]).flat();
      const result = compare(await play(entry, [...visits, ["activate", 2, 100]]));
      console.info(`${name}, ${ms} ms: ${result}`);
    },
  );
});
