import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { z } from "zod";
import { describe, expect, it } from "vitest";
import { timeLimit } from "./time-limit.js";

setFlagsFromString("--expose-gc");
const collect = z.custom<() => void>((value) => typeof value === "function").parse(runInNewContext("gc"));

/** Listens to a signal that nothing else holds. */
function listening(make: () => AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const signal = make();
    signal.addEventListener("abort", () => resolve(signal.reason), { once: true });
  });
}

describe(timeLimit, () => {
  it.each([
    ["alone", () => timeLimit(150)],
    ["with another signal", () => timeLimit(150, new AbortController().signal)],
    ["in another one", () => AbortSignal.any([new AbortController().signal, timeLimit(150)])],
    ["around another one", () => timeLimit(60_000, timeLimit(150))],
  ])("aborts %s, whatever the collector takes meanwhile [time.limits]", async (_, make) => {
    const over = listening(make);
    const alive = setInterval(collect, 20);
    try {
      expect(await over).toMatchObject({ name: "TimeoutError" });
    } finally {
      clearInterval(alive);
    }
  });

  it("aborts at once with another signal, and for its reason", () => {
    const other = new AbortController();
    const signal = timeLimit(60_000, other.signal);
    const before = signal.aborted;
    other.abort("why");
    expect([before, signal.aborted, signal.reason]).toEqual([false, true, "why"]);
  });
});
