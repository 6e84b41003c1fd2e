import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startSentinel, type Sentinel } from "@beans-picker/fixture";
import { type LoneProcess, startAlone } from "@beans-picker/ipc/alone";
import { type FocusChange, type FrontChange, watcherContract, type WatcherContract } from "@beans-picker/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FocusTaker, startFocusTaker } from "../testing/focus-taker.js";
import { until } from "../testing/until.js";
import { windowManagerPid } from "../testing/window-manager.js";

const entry = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const options = { deadlineMs: 10_000 };
const xdotool = (...args: string[]): Promise<unknown> => promisify(execFile)("xdotool", args);

let sentinel: Sentinel;
let taker: FocusTaker;
let watcher: LoneProcess<WatcherContract>;
let fronts: FrontChange[];
let focuses: FocusChange[];

beforeEach(async () => {
  fronts = [];
  focuses = [];
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  sentinel = await startSentinel({ env });
  taker = await startFocusTaker();
  watcher = await startAlone(watcherContract, entry);
  watcher.client.subscribe("front.changed", (change) => fronts.push(change));
  watcher.client.subscribe("focus.changed", (change) => focuses.push(change));
  await xdotool("windowactivate", "--sync", String(sentinel.windowId));
  await until("the sentinel is in front and has the keys", async () => {
    await watcher.client.call("front.watch", {}, options);
    const { front, focus } = await watcher.client.call("front.current", {}, options);
    return (front.pid === sentinel.pid && focus?.pid === sentinel.pid) || undefined;
  });
});

afterEach(async () => {
  await watcher.end("SIGTERM");
  await Promise.all([taker.stop(), sentinel.stop()]);
});

/** Takes the keys away while the window manager hangs: one that works would say at once that nobody is in front. */
const whileItHangs = async (body: () => Promise<void>): Promise<void> => {
  const manager = windowManagerPid();
  process.kill(manager, "SIGSTOP");
  try {
    await body();
  } finally {
    process.kill(manager, "SIGCONT");
  }
};

describe("a front window that loses the keys on a real desktop", () => {
  it.each(["take", "drop"] as const)(
    "is told of once (%s), and once more when they are back, with no change of the front [focus.lost]",
    async (how) => {
      const [front, told] = [fronts.length, focuses.length];
      const news = (): FocusChange[] => focuses.slice(told);
      await whileItHangs(async () => {
        await taker.tell(how);
        const lost = await until("the loss is told", () => news().find((seen) => seen.lost));
        expect(lost.front.pid).toBe(sentinel.pid);
        expect(lost.focus?.pid).not.toBe(sentinel.pid);
        const now = await watcher.client.call("front.current", {}, options);
        expect([now.front.pid, now.focus?.pid === sentinel.pid]).toEqual([sentinel.pid, false]);
        // A key of the person does go astray, as the other side and the sentinel record it.
        const { text } = await sentinel.state();
        await xdotool("key", "z");
        if (how === "take") await until("the key is with the taker", () => taker.keys() > 0 || undefined);
        await taker.tell(`give ${sentinel.windowId}`);
        await until("it is told that they are back", () =>
          news().find((seen) => !seen.lost && seen.focus?.pid === sentinel.pid),
        );
        await xdotool("key", "y");
        await sentinel.waitFor((state) => state.text === `${text}y`);
        expect(news().filter((seen) => seen.lost)).toHaveLength(1);
        expect(fronts).toHaveLength(front);
      });
    },
  );

  it("to a window that is none of the window manager's is told as nobody in front, by the manager's own word", async () => {
    await taker.tell("take");
    const change = await until("the change is told", () =>
      fronts.find(({ previous }) => previous.pid === sentinel.pid),
    );
    expect(change.front.windowId).toBeNull();
    await taker.tell(`give ${sentinel.windowId}`);
    await until("the sentinel is in front again", () => fronts.at(-1)?.front.pid === sentinel.pid || undefined);
  });
});
