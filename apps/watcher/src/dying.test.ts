import { spawn } from "node:child_process";
import { hostname } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Look } from "@beans-picker/x11";
import { afterEach, describe, expect, it } from "vitest";
import type { FrontSource, Identity } from "./source.js";
import { until } from "./testing/until.js";
import { openWindow, xdotool } from "./testing/windows.js";
import { type FrontWatch, type SeenChange, watchFront } from "./watch.js";
import { openX11Source } from "./x11/source.js";

const mayfly = fileURLToPath(new URL("../testing/mayfly.py", import.meta.url));
const never = new AbortController().signal;
const now = (): number => performance.now();
const cleanUp: (() => unknown)[] = [];
let changes: SeenChange[] = [];

afterEach(async () => {
  for (const job of cleanUp.splice(0).reverse()) await job();
});

function watching(open: (signal: AbortSignal) => Promise<FrontSource>): FrontWatch {
  changes = [];
  const watch = watchFront({ open, onChange: (one) => changes.push(one), onCondition: () => undefined, now });
  cleanUp.push(() => watch.close());
  return watch;
}

/** A desktop on which only window 1 can be asked whose it is; of 2 it was read before that it is process 20's. */
function desktop(): { source: FrontSource; show: (windowId: number) => void } {
  const [one, two]: Identity[] = [
    { pid: 10, app: "One", title: null },
    { pid: 20, app: "Two", title: null },
  ];
  let windowId = 1;
  let told: ((look: Look) => void) | undefined;
  const look = (announcedMs: readonly number[]): void => {
    const at = now();
    told?.({ windowId, askedMs: at, answeredMs: at, announcedMs });
  };
  const nothing = (): Promise<null> => Promise.resolve(null);
  const source: FrontSource = {
    lost: new Promise(() => undefined),
    seesInput: true,
    start(onLook) {
      told = onLook;
      return Promise.resolve({ look: () => look([]), waitingSinceMs: null, stop: () => undefined });
    },
    known: () => undefined,
    was: (id) => (id === 2 ? two : undefined),
    identify: (id) => Promise.resolve(id === 1 ? (one ?? null) : null),
    isManaged: () => Promise.resolve(true),
    evidence: ({ previous }) =>
      Promise.resolve({ previousShown: previous.windowId === 1, ageMs: null, inputs: [], userTimes: [] }),
    chosenSince: nothing,
    focused: nothing,
    contains: () => Promise.resolve(false),
    ownerOf: () => Promise.resolve({ pid: null, windowId: null }),
    windowOf: nothing,
    activate: () => Promise.resolve(),
    close: () => undefined,
  };
  return {
    source,
    show(id) {
      windowId = id;
      look([now()]);
    },
  };
}

describe("an app that dies right when it takes the front", () => {
  it.each([
    ["with its process when it was read before", 2, 20],
    ["without one when nothing is known of it", 3, null],
  ])("is told %s, once, and gone after it [front.dies]", async (_, windowId, pid) => {
    const { source, show } = desktop();
    const watch = watching(() => Promise.resolve(source));
    await watch.current(never);
    show(windowId);
    // Some window managers go on naming a window that is gone.
    for (let look = 0; look < 5; look += 1) await watch.fresh(never);
    expect(changes.map(({ front, cause }) => [front.windowId, front.pid, cause])).toEqual([
      [windowId, pid, "app"],
      [null, null, "closed"],
    ]);
    show(1);
    await until("the first one is back", () => changes[2]);
    expect(changes[2]?.front.pid).toBe(10);
  });

  it("is told on a real desktop, and never as another process, where its visit lasts as long as one question [front.dies]", async () => {
    const anna = await openWindow("Anna");
    cleanUp.push(() => anna.kill());
    const watch = watching((signal) =>
      openX11Source({ env: process.env, platform: "linux", host: hostname(), now }, signal),
    );
    await until("Anna is in front", async () => (await watch.fresh(never)).front.pid === anna.pid || undefined);
    let visits = 0;
    for (let round = 0; round < 24 && visits < 8; round += 1) {
      const child = spawn("/usr/bin/python3", ["-W", "ignore", mayfly], { stdio: ["ignore", "pipe", "inherit"] });
      const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      const ready = await new Promise<string>((resolve) =>
        createInterface({ input: child.stdout }).once("line", resolve),
      );
      await until("Anna is in front", async () => (await watch.fresh(never)).front.pid === anna.pid || undefined);
      const before = changes.length;
      await xdotool(process.env, "windowactivate", ready.replace("ready ", ""));
      await gone;
      // The window manager may have taken it back before the display could be asked who is in front: then nothing is told.
      await until("Anna is back", async () => (await watch.fresh(never)).front.pid === anna.pid || undefined);
      const told = changes
        .slice(before)
        .find(({ front }) => front.windowId !== null && front.windowId !== anna.windowId);
      if (told === undefined) continue;
      visits += 1;
      // It may be gone before its process can be asked for.
      expect([child.pid, null], `round ${round}`).toContain(told.front.pid);
    }
    expect(visits).toBe(8);
  }, 120_000);
});
