import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCandidates } from "./build.js";
import type { Candidate, CandidateKind } from "./candidate.js";
import { windowOf } from "@beans-picker/desktop/sketch";
import { withText } from "./with-text.js";

function only(kind: CandidateKind, label = "Size"): Candidate {
  const nodes = [
    { role: "popup", label },
    { role: "textfield", label },
    { role: "button", label },
  ] as const;
  const found = buildCandidates(windowOf({ nodes })).find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
}

describe("withText", () => {
  it("puts the text in to the code unit and keeps the id [candidates.exact_text]", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom<CandidateKind>("set_value", "choose_option"),
        (text, kind) => {
          const empty = only(kind);
          const filled = withText(empty, text);
          expect(filled.action).toEqual({ ...empty.action, text });
          expect(filled.id).toBe(empty.id);
        },
      ),
    );
  });

  it("shows the text cut to 60 units in quotes, the empty text too", () => {
    expect(withText(only("set_value"), "y".repeat(70)).does).toBe(
      `enter "${"y".repeat(59)}…" as the whole text of text field "Size"`,
    );
    expect(withText(only("choose_option"), "").does).toBe('choose "" in pop-up "Size"');
  });

  it("leaves a label alone that contains the same words as the description", () => {
    expect(withText(only("set_value", "enter the given text"), "$&").does).toBe(
      'enter "$&" as the whole text of text field "enter the given text"',
    );
  });

  it("leaves kinds alone that take no text", () => {
    expect(withText(only("click"), "x")).toEqual(only("click"));
  });
});
