import { watcherContract } from "@beans-picker/protocol";
import { describe, expect, it } from "vitest";
import { createRunningCalls } from "./running-calls.js";

describe("the list of running calls", () => {
  it("tells each change once: a call begins, gets its app, and ends", () => {
    const told: unknown[] = [];
    const calls = createRunningCalls(() => told.push(calls.list()));
    const [act, look] = [calls.begin("act"), calls.begin("observe")];
    act.actsOn(7);
    act.actsOn(7);
    act.end();
    act.end();
    act.actsOn(8);
    look.end();
    const [first, second] = [
      { call: "1", tool: "act", pid: null },
      { call: "2", tool: "observe", pid: null },
    ];
    expect(told).toEqual([[first], [first, second], [second, { ...first, pid: 7 }].reverse(), [second], []]);
  });

  it("never holds more than one note can", () => {
    const calls = createRunningCalls(() => undefined);
    for (let count = 0; count < 200; count += 1) calls.begin("act");
    expect(watcherContract.methods["calls.note"].params.safeParse({ running: calls.list() }).success).toBe(true);
  });
});
