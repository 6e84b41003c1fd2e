import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidateId, type ControlFacts, controlKeys, uniqueIds } from "./identity.js";

const DIGEST = "d1";

function button(name: string, more: Partial<ControlFacts> = {}): ControlFacts {
  return { role: "button", name, within: ["Window: Main"], ...more };
}

function keysOf(controls: readonly ControlFacts[], digest = DIGEST): string[] {
  return controlKeys(controls, digest).map(({ key }) => key);
}

/** Few values, so that twins are common, and such as try to imitate the other shapes of key. */
const word = fc.constantFrom(
  "",
  "OK",
  "A",
  "B",
  'near "A"',
  'near "B"',
  '["near","A"]',
  '"],["near","A"]',
  "ambiguous",
  "button",
  "\uD800",
  "\uFFFD",
  "\\ud800",
  "a\u0000b",
  "#2",
  "null",
);
const place = fc.option(fc.oneof(word, fc.string({ maxLength: 60 })), { nil: undefined });
const control: fc.Arbitrary<ControlFacts> = fc.record({
  role: fc.constantFrom("button", "row", "ambiguous"),
  identifier: fc.option(word, { nil: undefined }),
  name: word,
  within: fc.array(word, { maxLength: 4 }),
  heading: place,
  nearText: place,
});
/** Controls that are all twins of each other. */
const twins = fc
  .array(fc.record({ heading: place, nearText: place }), { minLength: 2, maxLength: 8 })
  .map((places) => places.map((where) => button("OK", where)));
/** Twins hidden among other controls. */
const controls = fc
  .tuple(twins, fc.array(control, { maxLength: 20 }))
  .chain(([some, others]) => fc.shuffledSubarray([...some, ...others], { minLength: some.length + others.length }));

describe("controlKeys for a control without twin", () => {
  it("is the JSON text of role, identifier, name and the three nearest containers", () => {
    const facts = button("Save", { identifier: "save", within: ["Group: a", "Group: b", "Group: c", "Window: d"] });
    expect(controlKeys([facts], DIGEST)).toEqual([
      {
        key: '["button","save","Save",["Group: a","Group: b","Group: c"]]',
        within: ["Group: a", "Group: b", "Group: c"],
        ambiguous: false,
      },
    ]);
  });

  it("writes null for an absent and for an empty identifier", () => {
    expect(keysOf([button("Save")])).toEqual(['["button",null,"Save",["Window: Main"]]']);
    expect(keysOf([button("Save", { identifier: "" })])).toEqual(keysOf([button("Save")]));
  });

  it("does not use heading, near text or digest, which may change without the control", () => {
    expect(keysOf([button("Save", { heading: "A", nearText: "B" })], "d2")).toEqual(keysOf([button("Save")]));
  });
});

describe("controlKeys for twins", () => {
  it("tells them apart by their headings when these differ", () => {
    const found = controlKeys([button("OK", { heading: "Left" }), button("OK", { heading: "Right" })], DIGEST);
    expect(found.map(({ within }) => within)).toEqual([
      ['near "Left"', "Window: Main"],
      ['near "Right"', "Window: Main"],
    ]);
    expect(found.every(({ ambiguous }) => !ambiguous)).toBe(true);
    expect(found[0]?.key).toBe('["button",null,"OK",["Window: Main"],["near","Left"]]');
  });

  it("uses the near text where twins share a heading", () => {
    const found = controlKeys(
      [button("OK", { heading: "H", nearText: "a" }), button("OK", { heading: "H", nearText: "b" })],
      DIGEST,
    );
    expect(found.map(({ within }) => within[0])).toEqual(['near "a"', 'near "b"']);
  });

  it("makes those ambiguous that share heading and near text, by rank, number of twins and digest", () => {
    const found = controlKeys([button("OK"), button("Other"), button("OK")], DIGEST);
    const plain = '["button",null,"OK",["Window: Main"]]';
    expect(found.map(({ ambiguous }) => ambiguous)).toEqual([true, false, true]);
    expect(found[0]?.key).toBe(JSON.stringify(["ambiguous", plain, 1, 2, DIGEST]));
    expect(found[2]?.key).toBe(JSON.stringify(["ambiguous", plain, 2, 2, DIGEST]));
  });

  it("gives ambiguous twins other keys when the window has changed", () => {
    const pair = [button("OK"), button("OK")];
    const later = keysOf(pair, "d2");
    for (const key of keysOf(pair)) expect(later).not.toContain(key);
  });

  it("never gives the plain key to the only twin that could not be placed", () => {
    const pair = [button("OK", { heading: "Left" }), button("OK")];
    const [alone] = keysOf([button("OK")]);
    const found = controlKeys(pair, DIGEST);
    expect(found.map(({ key }) => key)).not.toContain(alone);
    expect(found[1]).toMatchObject({ ambiguous: true, within: ["Window: Main"] });
  });

  it("does not place one twin at a text that is the heading of another", () => {
    const found = controlKeys(
      [
        button("OK", { heading: "X" }),
        button("OK", { heading: "Y", nearText: "X" }),
        button("OK", { heading: "Y", nearText: "Z" }),
      ],
      DIGEST,
    );
    expect(found.map(({ within, ambiguous }) => (ambiguous ? "ambiguous" : within[0]))).toEqual([
      'near "X"',
      "ambiguous",
      'near "Z"',
    ]);
  });

  it("does not take blank text or invisible differences for a place", () => {
    for (const [a, b] of [
      ["", " \u200E"],
      ["A", "A\u200B"],
      ["A  B", "A\u00A0B"],
    ] as const) {
      const found = controlKeys([button("OK", { heading: a }), button("OK", { heading: b })], DIGEST);
      expect(found.map(({ ambiguous }) => ambiguous)).toEqual([true, true]);
    }
  });

  it("shows at most 40 units of a place and still tells longer texts apart", () => {
    const start = "x".repeat(45);
    const found = controlKeys([button("OK", { heading: `${start}1` }), button("OK", { heading: `${start}2` })], DIGEST);
    expect(found[0]?.within[0]).toBe(`near "${"x".repeat(39)}…"`);
    expect(found.map(({ ambiguous }) => ambiguous)).toEqual([false, false]);
    expect(found[0]?.key).not.toBe(found[1]?.key);
  });

  it("does not let a container named like a place stand in for a placed twin", () => {
    const forged = button("OK", { within: ['near "Left"', "Window: Main"] });
    const found = keysOf([button("OK", { heading: "Left" }), button("OK", { heading: "Right" }), forged]);
    expect(new Set(found).size).toBe(3);
  });

  it("never shows two twins near the same words, unless they differ behind the 40 units shown", () => {
    const short = fc.option(fc.oneof(word, fc.string({ maxLength: 40 })), { nil: undefined });
    const group = fc.array(fc.record({ heading: short, nearText: short }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(group, (places) => {
        const found = controlKeys(
          places.map((where) => button("OK", where)),
          DIGEST,
        );
        const shown = found.flatMap(({ within, ambiguous }) => (ambiguous ? [] : [within[0]]));
        expect(new Set(shown).size).toBe(shown.length);
      }),
    );
  });
});

describe("controlKeys for any controls", () => {
  it("gives every control one key, in order, and no two the same key or id", () => {
    fc.assert(
      fc.property(controls, (list) => {
        const found = controlKeys(list, DIGEST);
        expect(found).toHaveLength(list.length);
        expect(new Set(found.map(({ key }) => key)).size).toBe(list.length);
        expect(new Set(found.map(({ key }) => candidateId(key))).size).toBe(list.length);
        found.forEach(({ within }, index) => {
          const containers = list[index]?.within.slice(0, 3) ?? [];
          expect(within.slice(within.length - containers.length)).toEqual(containers);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it("gives the same list the same keys each time", () => {
    fc.assert(
      fc.property(controls, (list) => {
        expect(keysOf(list.map((facts) => ({ ...facts })))).toEqual(keysOf(list));
      }),
    );
  });

  it("keeps every key when unrelated controls are inserted anywhere", () => {
    const unrelated = control.map((facts) => ({ ...facts, role: "image" }));
    fc.assert(
      fc.property(controls, fc.array(fc.tuple(fc.nat(), unrelated), { maxLength: 6 }), (list, inserts) => {
        const grown = [...list];
        for (const [at, facts] of inserts) grown.splice(at % (grown.length + 1), 0, facts);
        const keys = new Map(controlKeys(grown, DIGEST).map((identity, index) => [grown[index], identity.key]));
        expect(list.map((facts) => keys.get(facts))).toEqual(keysOf(list));
      }),
    );
  });

  it("keeps every key that is not ambiguous when the controls are reordered or the window changes", () => {
    const reordered = controls.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(reordered, ([list, shuffled]) => {
        const settled = (order: readonly ControlFacts[], digest: string) =>
          controlKeys(order, digest).flatMap(({ key, ambiguous }) => (ambiguous ? [] : [key]));
        expect(settled(shuffled, "d2").sort()).toEqual(settled(list, DIGEST).sort());
      }),
    );
  });

  it("gives a plain key to exactly the controls that have no twin", () => {
    fc.assert(
      fc.property(controls, (list) => {
        const plain = (facts: ControlFacts) => keysOf([facts])[0];
        const uses = list.map(plain);
        const found = keysOf(list);
        found.forEach((key, index) => {
          const mine = uses[index];
          expect(key === mine).toBe(uses.filter((other) => other === mine).length === 1);
          // Nor does anything else carry it: an id remembered from a lone control never finds a twin of it.
          if (key !== mine) expect(mine === undefined || found.includes(mine)).toBe(false);
        });
      }),
    );
  });

  it("marks as ambiguous exactly the keys that depend on rank and digest", () => {
    fc.assert(
      fc.property(controls, (list) => {
        const later = keysOf(list, "d2");
        controlKeys(list, DIGEST).forEach(({ key, ambiguous }, index) => {
          expect(key !== later[index]).toBe(ambiguous);
        });
      }),
    );
  });
});

describe("candidateId", () => {
  it("is c and the first 32 hex digits of the SHA-256 of the key", () => {
    const digest = createHash("sha256").update(Buffer.from('["menu",["Größe"]]', "utf8")).digest("hex");
    expect(candidateId('["menu",["Größe"]]')).toBe(`c${digest.slice(0, 32)}`);
    expect(candidateId("")).toBe("ce3b0c44298fc1c149afbf4c8996fb924");
  });

  it("hashes a lone surrogate as U+FFFD", () => {
    expect(candidateId("a\uD800")).toBe(candidateId("a\uFFFD"));
  });

  it("still tells controls apart whose names differ in lone surrogates only, because JSON escapes these", () => {
    const found = keysOf([button("a\uD800"), button("a\uFFFD"), button("a\uDC00"), button("a\\ud800")]);
    expect(new Set(found.map(candidateId)).size).toBe(4);
  });
});

describe("uniqueIds", () => {
  it("keeps the first use and numbers the later ones from #2 in the key text", () => {
    expect(uniqueIds(["a", "b", "a", "a"])).toEqual(["a", "b", "a#2", "a#3"].map(candidateId));
  });

  it("skips a number that a real key ends with, wherever that key stands", () => {
    expect(uniqueIds(["a", "a", "a#2"])).toEqual(["a", "a#3", "a#2"].map(candidateId));
    expect(uniqueIds(["a#2", "a", "a"])).toEqual(["a#2", "a", "a#3"].map(candidateId));
    expect(uniqueIds(["a#2", "a#2", "a", "a", "a"])).toEqual(["a#2", "a#2#2", "a", "a#3", "a#4"].map(candidateId));
  });

  it("treats keys that hash alike as repetitions", () => {
    expect(uniqueIds(["\uD800", "\uFFFD"])).toEqual(["\uFFFD", "\uFFFD#2"].map(candidateId));
  });

  it("never repeats an id and gives every first use its plain id, for any keys", () => {
    const key = fc
      .tuple(
        fc.constantFrom("a", "b", "a#", "\uD800", "\uFFFD"),
        fc.array(fc.constantFrom("#2", "#3", "#4", "#22", "#"), { maxLength: 3 }),
      )
      .map(([start, ends]) => start + ends.join(""));
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), (keys) => {
        const ids = uniqueIds(keys);
        expect(new Set(ids).size).toBe(keys.length);
        for (const id of ids) expect(id).toMatch(/^c[0-9a-f]{32}$/);
        const hashed = keys.map(candidateId);
        hashed.forEach((id, index) => {
          if (hashed.indexOf(id) === index) expect(ids[index]).toBe(id);
        });
      }),
      { numRuns: 1000 },
    );
  });
});
