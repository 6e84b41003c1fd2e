import { CodedError } from "@beans-picker/shared";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTraffic } from "./traffic.js";

const never = new AbortController().signal;

function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "resolved",
    (error: unknown) => (error instanceof CodedError ? error.code : "other"),
  );
}

function call<R>(traffic: ReturnType<typeof createTraffic>, pid: number, body: () => Promise<R>, named = String(pid)) {
  return traffic.onApp(
    { named, signal: never },
    () => Promise.resolve(pid),
    (found) => found,
    body,
  );
}

describe("the traffic of calls", () => {
  it("lets a call on another app pass one that does not end [call.side-by-side]", async () => {
    const traffic = createTraffic();
    const hung = gate();
    const slow = call(traffic, 1, () => hung.opened);
    expect(await call(traffic, 2, () => Promise.resolve("answered"))).toBe("answered");
    hung.open();
    await slow;
  });

  it("keeps calls on one app in their order, however long it takes to find the app [call.order]", async () => {
    const traffic = createTraffic();
    const log: number[] = [];
    const slowly = gate();
    const first = traffic.onApp(
      { named: "editor", signal: never },
      async () => {
        await slowly.opened;
        return 1;
      },
      (pid) => pid,
      () => Promise.resolve(log.push(1)),
    );
    const second = call(traffic, 1, () => Promise.resolve(log.push(2)), "editor");
    slowly.open();
    await Promise.all([first, second]);
    expect(log).toEqual([1, 2]);
  });

  it("never sends two actions at the same time, whatever apps they are for [act.one-at-a-time]", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }),
        fc.scheduler(),
        async (pids, scheduler) => {
          const traffic = createTraffic();
          let sending = 0;
          let most = 0;
          const calls = pids.map((pid) =>
            call(traffic, pid, () =>
              traffic.acting(never, async () => {
                sending += 1;
                most = Math.max(most, sending);
                await scheduler.schedule(Promise.resolve());
                sending -= 1;
              }),
            ),
          );
          await scheduler.waitFor(Promise.all(calls));
          expect(most).toBe(pids.length === 0 ? 0 : 1);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("never runs a call that is cancelled while it waits, and refuses it at once [call.cancel-queued]", async () => {
    const traffic = createTraffic();
    const running = gate();
    const first = call(traffic, 1, () => running.opened);
    const cancel = new AbortController();
    let ran = false;
    const waiting = traffic.onApp(
      { named: "1", signal: cancel.signal },
      () => Promise.resolve(1),
      (pid) => pid,
      () => {
        ran = true;
        return Promise.resolve();
      },
    );
    cancel.abort();
    expect(await codeOf(waiting)).toBe("cancelled");
    running.open();
    await first;
    await call(traffic, 1, () => Promise.resolve());
    expect(ran).toBe(false);
  });

  it("goes on after a call that failed, and keeps the failure to its caller", async () => {
    const traffic = createTraffic();
    expect(await codeOf(call(traffic, 1, () => Promise.reject(new CodedError("bad_target"))))).toBe("bad_target");
    expect(await call(traffic, 1, () => Promise.resolve("fine"))).toBe("fine");
    const lost = traffic.onApp(
      { named: "1", signal: never },
      () => Promise.reject(new CodedError("window_not_found")),
      () => 1,
      () => Promise.resolve(),
    );
    expect(await codeOf(lost)).toBe("window_not_found");
    expect(await call(traffic, 1, () => Promise.resolve("fine"))).toBe("fine");
  });

  it("refuses waiting and new calls when it closes, after the running one has ended", async () => {
    const traffic = createTraffic();
    const running = gate();
    const first = call(traffic, 1, () => running.opened);
    const waiting = codeOf(call(traffic, 1, () => Promise.resolve()));
    // Both have their place in the lane only after a turn of the event loop.
    await call(traffic, 2, () => Promise.resolve());
    const closed = traffic.close();
    expect(await waiting).toBe("shutting_down");
    running.open();
    await Promise.all([first, closed]);
    expect(await codeOf(call(traffic, 1, () => Promise.resolve()))).toBe("shutting_down");
    expect(await codeOf(traffic.acting(never, () => Promise.resolve()))).toBe("shutting_down");
  });
});
