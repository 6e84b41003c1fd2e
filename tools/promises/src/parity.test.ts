import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { missingTests, readParity } from "./parity.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const cases = readParity(`${root}docs/parity.md`);

/** Numbers that the seed's list leaves out: every third one. */
const isSkipped = (number: number) => number % 3 === 0;

describe("docs/parity.md", () => {
  it("has every numbered case of the seed once, in order", () => {
    const numbers = Array.from({ length: 196 }, (_, at) => at + 1).filter((number) => !isSkipped(number));
    expect(cases.map(({ number }) => number)).toEqual(numbers);
  });

  it("names tests that exist, by file and title", () => {
    expect(missingTests(cases, root)).toEqual([]);
  });

  it("gives a reason where a better rule replaces a case, or where it is open", () => {
    const bare = cases.filter(({ shown }) => shown.by !== "test" && shown.reason.length < 30);
    expect(bare).toEqual([]);
  });

  it("leaves nothing open in what candidates, menu keys and execution promise", () => {
    const open = cases.filter(({ shown, number }) => shown.by === "open" && number >= 94 && number < 166);
    expect(open.map(({ number }) => number)).toEqual([]);
  });
});
