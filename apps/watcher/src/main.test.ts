import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import { watcherContract, type FrontChange } from "@beans-picker/protocol";
import type { EventMeta } from "@beans-picker/ipc";
import { describe, expect, it } from "vitest";
import { startAlone } from "@beans-picker/ipc/alone";
import { until } from "./testing/until.js";
import { openWindow } from "./testing/windows.js";

const entry = fileURLToPath(new URL("../dist/main.js", import.meta.url));

const options = { deadlineMs: 5_000 };

describe("the watcher process", () => {
  it("publishes every change once, in order, with numbers that follow each other [front.events]", async () => {
    const [a, b] = [await openWindow("Anna"), await openWindow("Berta")];
    const running = await startAlone(watcherContract, entry);
    const events: { data: FrontChange; meta: EventMeta }[] = [];
    try {
      await until("Berta is in front", async () => {
        const { front } = await running.client.call("front.current", {}, options);
        return front.pid === b.pid || undefined;
      });
      running.client.subscribe("front.changed", (data, meta) => events.push({ data, meta }));
      const owners = () => events.flatMap(({ data }) => data.front.pid ?? []);
      const turns = [a, b, a, b, a, b];
      for (const [at, window] of turns.entries()) {
        await window.raise();
        await until(`change ${at} is published`, () => owners().length > at || undefined);
      }
      expect(owners()).toEqual(turns.map(({ pid }) => pid));
      const first = events[0]?.meta.seq ?? 0;
      expect(events.map(({ meta }) => meta.seq)).toEqual(events.map((_, at) => first + at));
      expect(events.every(({ meta }) => meta.missed === 0)).toBe(true);
      expect((await running.client.call("front.current", {}, options)).front).toMatchObject({
        pid: b.pid,
        app: "Berta",
      });
    } finally {
      expect(await running.end("SIGTERM")).toEqual({ code: 0, socketLeft: false });
      await Promise.all([a.kill(), b.kill()]);
    }
  });

  it("stays up and answers with the reason where there is no display, and ends with its parent's pipe [front.unsupported]", async () => {
    const running = await startAlone(watcherContract, entry, { env: { DISPLAY: "" } });
    for (let time = 0; time < 2; time += 1) {
      const refusal = await running.client.call("front.current", {}, options).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: "unsupported", message: expect.stringContaining("DISPLAY") as string });
    }
    expect(await running.end("stdin")).toEqual({ code: 0, socketLeft: false });
  });

  it("takes less than 5 % of a core while nothing changes [front.cheap]", async () => {
    const window = await openWindow("Anna");
    const running = await startAlone(watcherContract, entry);
    try {
      await until("Anna is in front", async () => {
        const { front } = await running.client.call("front.current", {}, options);
        return front.pid === window.pid || undefined;
      });
      const [ticks, begun] = [cpuTicks(running.pid), performance.now()];
      await until("three seconds have passed", () => performance.now() - begun > 3_000 || undefined);
      // 100 ticks a second on every Linux that Node runs on (USER_HZ).
      const share = (cpuTicks(running.pid) - ticks) / 100 / ((performance.now() - begun) / 1_000);
      console.info(`idle watcher: ${(share * 100).toFixed(2)} % of a core`);
      expect(share).toBeLessThan(0.05);
    } finally {
      await running.end("SIGTERM");
      await window.kill();
    }
  });
});

/** User and system time of a process in clock ticks. Source: proc(5), fields 14 and 15. */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
