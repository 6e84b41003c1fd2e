import { begin } from "@beans-picker/verification";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handles, picture } from "./testing/pictures.js";
import { createWatches, mostWatches, watchLifeMs } from "./watches.js";

const watch = begin(picture(), { kind: "click", handle: handles.save });

function store() {
  let ms = 0;
  let last = 0;
  const watches = createWatches(
    () => ms,
    () => String((last += 1)),
  );
  return { watches, pass: (by: number) => void (ms += by) };
}

describe("waiting watches", () => {
  it("gives a watch out once, to its owner, before it expires, whatever else happens [watch.owner]", () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("add" as const), owner: fc.constantFrom("a", "b") }),
      fc.record({ do: fc.constant("take" as const), owner: fc.constantFrom("a", "b"), id: fc.nat(12).map(String) }),
      fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: watchLifeMs }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { watches, pass } = store();
        let clock = 0;
        const model = new Map<string, { owner: string; at: number }>();
        for (const act of steps) {
          switch (act.do) {
            case "add":
              model.set(watches.add(act.owner, watch), { owner: act.owner, at: clock });
              break;
            case "pass":
              clock += act.ms;
              pass(act.ms);
              break;
            case "take": {
              const kept = model.get(act.id);
              const usable = kept?.owner === act.owner && clock - kept.at < watchLifeMs;
              if (!usable)
                expect(() => watches.take(act.owner, act.id)).toThrow(
                  expect.objectContaining({ code: "watch_unavailable" }),
                );
              else expect(watches.take(act.owner, act.id)).toBe(watch);
              if (usable) model.delete(act.id);
            }
          }
        }
      }),
    );
  });

  it("never lets one owner push out the watch of another [watch.bounded]", () => {
    const { watches, pass } = store();
    const other = watches.add("other", watch);
    const first = watches.add("greedy", watch);
    for (let more = 0; more < mostWatches * 2; more += 1) watches.add("greedy", watch);
    expect(() => watches.take("greedy", first)).toThrow();
    expect(() => watches.add("third", watch)).toThrow(expect.objectContaining({ code: "overloaded" }));
    expect(watches.take("other", other)).toBe(watch);
    pass(watchLifeMs);
    expect(watches.take("third", watches.add("third", watch))).toBe(watch);
  });
});
