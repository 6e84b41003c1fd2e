import { describe, expect, it } from "vitest";
import { parseProcess } from "./process-facts.js";

describe(parseProcess, () => {
  it("is not misled by a program's name", () => {
    const rest = `S 20 60 30 ${Array.from({ length: 15 }, () => "0").join(" ")} 777 0`;
    const facts = { pid: 60, parent: 20, session: 30, beganAt: 777 };
    for (const name of ["a", "a b) S 1 1 1", "))("]) expect(parseProcess(`60 (${name}) ${rest}`)).toEqual(facts);
    for (const line of ["", "60 (a)", "60 (a) S 20 60", "x (a) S 20 60 30"]) expect(parseProcess(line)).toBeNull();
  });
});
