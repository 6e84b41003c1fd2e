import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerMs, causeOf, type Evidence, inputMs, type PersonInput } from "./causes.js";

const thief = { pid: 7, windowId: 70, app: "Thief", title: null };
const change = { front: thief, monotonicMs: 10_000 };
const nothing: Evidence = { previousShown: true, ageMs: null, inputs: [], userTimes: [], restoring: null };

function press(over: Partial<PersonInput>): PersonInput {
  return { kind: "key", down: true, chord: false, atMs: 9_900, serverMs: 555, on: null, ...over };
}

describe("the cause of a change", () => {
  it.each<[string, Partial<Evidence>, string]>([
    ["no input at all", {}, "app"],
    ["a new window", { ageMs: 300 }, "opened"],
    ["a window that was opened long ago", { ageMs: 60_000 }, "app"],
    ["the previous window gone", { previousShown: false }, "closed"],
    ["nobody in front before", { previousShown: null }, "app"],
    ["input that cannot be seen", { inputs: null }, "unknown"],
    ["input that cannot be seen, and the previous window gone", { inputs: null, previousShown: false }, "closed"],
    ["typing in the window before", { inputs: [press({})] }, "app"],
    ["a click on the window", { inputs: [press({ kind: "button", on: { pid: 7, windowId: 70 } })] }, "person"],
    [
      "a click on another window of its app",
      { inputs: [press({ kind: "button", on: { pid: 7, windowId: 71 } })] },
      "person",
    ],
    ["a click on a panel", { inputs: [press({ kind: "button", on: "panel" })] }, "person"],
    ["a click on the desktop", { inputs: [press({ kind: "button", on: "nothing" })] }, "person"],
    ["a click in another app", { inputs: [press({ kind: "button", on: { pid: 8, windowId: 80 } })] }, "app"],
    [
      "a click that is long past",
      { inputs: [press({ kind: "button", on: "panel", atMs: 10_000 - inputMs - 1 })] },
      "app",
    ],
    ["Alt+Tab", { inputs: [press({ chord: true })] }, "person"],
    ["the release of Alt", { inputs: [press({ chord: true, down: false })] }, "person"],
    ["a window that answers to the last key", { inputs: [press({})], userTimes: [555] }, "person"],
    [
      "a window that answers to a key that the person has typed on after",
      { inputs: [press({ serverMs: 500, atMs: 9_000 }), press({})], userTimes: [500] },
      "app",
    ],
    [
      "a window that answers to a key of ours, which is not a person's",
      { inputs: [press({})], userTimes: [556] },
      "app",
    ],
    ["a window that was asked for", { restoring: { pid: 7, windowId: null, untilMs: 10_001 } }, "restore"],
    ["a window that was asked for too long ago", { restoring: { pid: 7, windowId: 70, untilMs: 9_999 } }, "app"],
    ["another window that was asked for", { restoring: { pid: 8, windowId: 80, untilMs: 10_001 } }, "app"],
  ])("with %s is told [front.cause]", (_case, evidence, cause) => {
    expect(causeOf(change, { ...nothing, ...evidence })).toBe(cause);
  });

  it("is never a person's while no input of a person accounts for it, whatever else is known [front.cause]", () => {
    const other = fc.record({
      kind: fc.constantFrom("key" as const, "button" as const),
      down: fc.boolean(),
      atMs: fc.double({ min: 10_000 - 2 * answerMs, max: 10_100, noNaN: true }),
      serverMs: fc.integer({ min: 1, max: 1_000 }),
      chord: fc.constant(false),
      on: fc.constant({ pid: 8, windowId: 80 }),
    });
    fc.assert(
      fc.property(fc.array(other), fc.array(fc.integer({ min: 2_000, max: 3_000 })), (inputs, userTimes) => {
        expect(causeOf(change, { ...nothing, inputs, userTimes })).toBe("app");
      }),
    );
  });
});
