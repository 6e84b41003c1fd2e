import { describe, expect, it } from "vitest";
import { createTraffic } from "./traffic.js";

const free = new AbortController().signal;

describe("the traffic to Jev", () => {
  it("lets eight calls out at once, and the next when one is back", async () => {
    const traffic = createTraffic(() => 0);
    const back = await Promise.all(Array.from({ length: 8 }, () => traffic.enter(free)));
    let ninth = false;
    const waiting = traffic.enter(free).then((leave) => {
      ninth = true;
      return leave;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(ninth).toBe(false);
    back[0]?.();
    back[0]?.();
    (await waiting)();
  });

  it("halves when it is limited, never below one, and widens by one after every eight answers", () => {
    const traffic = createTraffic(() => 0);
    for (const width of [4, 2, 1, 1]) {
      traffic.limited(0);
      expect(traffic.width()).toBe(width);
    }
    for (let answer = 0; answer < 200; answer += 1) traffic.answered();
    expect(traffic.width()).toBe(8);
  });

  it("holds everybody back while the service's pause lasts, and lets a caller give up", async () => {
    const started = Date.now();
    const traffic = createTraffic(Date.now);
    traffic.limited(120);
    const caller = new AbortController();
    const given = traffic.enter(caller.signal);
    caller.abort(new Error("gave up"));
    await expect(given).rejects.toThrow("gave up");
    await expect(traffic.enter(caller.signal)).rejects.toThrow("gave up");
    (await traffic.enter(free))();
    expect(Date.now() - started).toBeGreaterThanOrEqual(119);
  });
});
