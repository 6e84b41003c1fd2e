import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RankOption } from "../ranking.js";
import { option, request } from "../testing/options.js";
import { createDecisionCache, decisionFile, type DecisionFile, type Outcome } from "./decisions.js";
import { namesItsControl } from "./key.js";

const empty: DecisionFile = { version: 1, secret: "0".repeat(64), entries: {} };
const save = option("c-save", "Save");
const others = [option("c-open", "Open"), option("c-print", "Print")];
const outcome = (more: Partial<Outcome> = {}): Outcome => ({
  app: "App",
  instruction: "keep my work",
  withText: false,
  option: save,
  destructive: false,
  done: true,
  ...more,
});
const asked = (options: RankOption[] = [...others, save], instruction = "keep my work") =>
  request(instruction, options);

describe("the memory of verified decisions", () => {
  it("finds the control that the same instruction was verified on in the same app [rank.cache]", () => {
    const cache = createDecisionCache(empty, () => 1);
    expect(cache.recall(asked())).toBeUndefined();
    cache.settle(outcome());
    expect(cache.recall(asked())?.id).toBe("c-save");
    expect(cache.recall(asked(undefined, "  Keep my  WORK "))?.id).toBe("c-save");
    expect(cache.recall(asked(others))).toBeUndefined();
    expect(cache.recall({ ...asked(), text: "x" })).toBeUndefined();
    expect(cache.recall({ ...asked(), window: { app: "Other", title: "", modal: null } })).toBeUndefined();
    expect(cache.recall({ ...asked(), purpose: "observe" })).toBeUndefined();
  });

  it("forgets it the moment it fails, and only then [rank.cache]", () => {
    const cache = createDecisionCache(empty, () => 1);
    cache.settle(outcome());
    cache.settle(outcome({ done: false, option: option("c-open", "Open") }));
    expect(cache.recall(asked())?.id).toBe("c-save");
    cache.settle(outcome({ done: false }));
    expect(cache.recall(asked())).toBeUndefined();
  });

  it("never keeps a destructive action, and drops one that became destructive [rank.cache-safe]", () => {
    const cache = createDecisionCache(empty, () => 1);
    expect(cache.settle(outcome({ destructive: true }))).toBe(false);
    cache.settle(outcome());
    cache.settle(outcome({ destructive: true }));
    expect(cache.recall(asked())).toBeUndefined();
  });

  it.each([
    "press the second row",
    "open the last one",
    "the button on the right",
    "delete it",
    "wähle die zweite Zeile",
    "clique sur le dernier",
    "次へ",
    "選択した行の上",
    "press the 3rd Add",
  ])("keeps nothing for words that point instead of naming: %s [rank.cache-safe]", (instruction) => {
    expect(namesItsControl(instruction)).toBe(false);
    const cache = createDecisionCache(empty, () => 1);
    expect(cache.settle(outcome({ instruction }))).toBe(false);
  });

  it("is not used when the control is in another state than then [rank.cache-safe]", () => {
    const toggle = (checked: boolean) =>
      option("c-wrap", "Wrap", { kind: "toggle" }, { role: "checkbox", states: { enabled: true, checked } });
    const cache = createDecisionCache(empty, () => 1);
    cache.settle(outcome({ instruction: "turn on wrapping", option: toggle(false) }));
    expect(cache.recall(asked([toggle(false)], "turn on wrapping"))?.id).toBe("c-wrap");
    expect(cache.recall(asked([toggle(true)], "turn on wrapping"))).toBeUndefined();
  });

  it("holds no word of an instruction, an app or a control", () => {
    const cache = createDecisionCache(empty, () => 1);
    cache.settle(outcome({ instruction: "zebra crossing", app: "Aardvark", option: option("c1", "Okapi") }));
    expect(JSON.stringify(cache.contents())).not.toMatch(/zebra|crossing|aardvark|okapi/i);
  });

  it("takes over what another process wrote later, forgetting included", () => {
    let now = 1;
    const [mine, theirs] = [createDecisionCache(empty, () => now), createDecisionCache(empty, () => now)];
    mine.settle(outcome());
    theirs.merge(decisionFile.parse(mine.contents()));
    expect(theirs.recall(asked())?.id).toBe("c-save");
    now = 2;
    theirs.settle(outcome({ done: false }));
    mine.merge(theirs.contents());
    expect(mine.recall(asked())).toBeUndefined();
    theirs.merge({ ...mine.contents(), secret: "1".repeat(64) });
  });

  it("keeps at most a thousand, the latest", () => {
    const cache = createDecisionCache(empty, () => 1);
    for (let at = 0; at < 1_100; at += 1) cache.settle(outcome({ instruction: `press thing ${at}` }));
    expect(Object.keys(cache.contents().entries)).toHaveLength(1_000);
    expect(cache.recall(asked(undefined, "press thing 1099"))?.id).toBe("c-save");
  });

  it("recalls only what is offered, whatever was settled before", () => {
    const id = fc.constantFrom("c1", "c2", "c3");
    const events = fc.array(fc.record({ id, done: fc.boolean(), destructive: fc.boolean() }), { maxLength: 20 });
    fc.assert(
      fc.property(events, fc.uniqueArray(id), (settled, offered) => {
        const cache = createDecisionCache(empty, () => 1);
        for (const each of settled) cache.settle(outcome({ ...each, option: option(each.id, "X") }));
        const found = cache.recall(asked(offered.map((each) => option(each, "X"))));
        if (found !== undefined) expect(offered).toContain(found.id);
      }),
    );
  });
});
