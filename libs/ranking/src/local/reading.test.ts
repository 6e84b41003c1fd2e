import { describe, expect, it } from "vitest";
import { calibrationFor, decide } from "../gate/index.js";
import { option, request } from "../testing/options.js";
import { rankLocally } from "./rank.js";

const elements = [
  option("status", "Saved", {}, { role: "text" }),
  option("button", "Save", {}, { role: "button" }),
  option("email", "Email", {}, { role: "textfield" }),
  option("size", "Size", {}, { role: "popup" }),
];
const read = (instruction: string, options = elements) =>
  decide(rankLocally({ ...request(instruction, options), purpose: "extract" }), calibrationFor("local").thresholds);

describe("what is read with the local ranker", () => {
  it("is the element that the words name", () => {
    expect(read('the "Saved" status text')).toMatchObject({ outcome: "pick", id: "status" });
    expect(read("the email field")).toMatchObject({ outcome: "pick", id: "email" });
  });

  it("is nothing when no element has to do with the words", () => {
    expect(read("the weather in Paris")).toMatchObject({ outcome: "not_found" });
    expect(read("anything", [])).toMatchObject({ outcome: "not_found" });
  });

  it("is left open between elements of the same words", () => {
    const twins = [option("a", "Total", {}, { role: "text" }), option("b", "Total", {}, { role: "text" })];
    expect(read("the total", twins)).toMatchObject({ outcome: "ambiguous" });
  });
});
