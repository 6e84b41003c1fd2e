import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { field, type Sketch } from "@beans-picker/desktop/sketch";
import { judged } from "../testing/steps.js";

const set = (text: string) => ({ kind: "set_value", text }) as const;
const effectOf = (text: string, before: readonly Sketch[], after: readonly Sketch[]) =>
  judged(set(text), "Name", before, after).effect;

describe("entering text", () => {
  it("is done, exactly, when the field holds the text to the code unit [verify.exact_text]", () => {
    expect(judged(set(" Zoë 😀 "), "Name", [field("Name", "")], [field("Name", " Zoë 😀 ")])).toMatchObject({
      effect: "done",
      exact: true,
      final: true,
    });
  });

  it("is never done when the texts differ in a way a person does not see [verify.exact_text]", () => {
    const variants: ((text: string) => string)[] = [
      (text) => `${text} `,
      (text) => ` ${text}`,
      (text) => `\u200f${text}`,
      (text) => `${text}\u200b`,
      (text) => `${text}\n`,
      (text) => text.normalize("NFD") + (text.normalize("NFD") === text ? "\u0301" : ""),
      (text) => text.toUpperCase() + (text.toUpperCase() === text ? "a" : ""),
      (text) => text.slice(0, -1),
    ];
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.constantFrom(...variants),
        fc.boolean(),
        (text, vary, exact) => {
          const held = vary(text);
          fc.pre(held !== text);
          expect(effectOf(text, [field("Name", "old text")], [field("Name", held, { valueExact: exact })])).not.toBe(
            "done",
          );
        },
      ),
    );
  });

  it("is never done when the field cannot be read exactly", () => {
    expect(effectOf("Ada", [field("Name", "")], [field("Name", "Ada", { valueExact: false })])).toBe("unverified");
    expect(effectOf("Ada", [field("Name", "")], [{ role: "textfield", label: "Name" }])).toBe("unverified");
    expect(effectOf("x", [{ role: "securefield", label: "Name" }], [{ role: "securefield", label: "Name" }])).toBe(
      "unverified",
    );
  });

  it("is a mismatch when the field holds another text, and no effect when it holds the old one", () => {
    expect(judged(set("Zoë 😀"), "Name", [field("Name", "")], [field("Name", "Zoë ")])).toMatchObject({
      effect: "mismatch",
      exact: true,
    });
    expect(judged(set("Ada"), "Name", [field("Name", "Bob")], [field("Name", "Bob")])).toMatchObject({
      effect: "no_effect",
      exact: true,
    });
  });

  it("is a mismatch when another field changed instead [verify.other_field]", () => {
    expect(effectOf("Ada", [field("Name", ""), field("Search", "")], [field("Name", ""), field("Search", "Ada")])).toBe(
      "mismatch",
    );
  });

  it("gives both texts when they differ [verify.both_texts]", () => {
    expect(judged(set(" Ada "), "Name", [field("Name", "")], [field("Name", "Ada")]).texts).toEqual({
      wanted: " Ada ",
      held: "Ada",
    });
    expect(judged(set("Ada"), "Name", [field("Name", "")], [field("Name", "Ada")]).texts).toBeUndefined();
  });

  it("is unverified when the control shows the number and has not taken it over [verify.committed]", () => {
    const spin = (uncommitted: boolean): Sketch => field("Name", "42", { role: "stepper", uncommitted });
    expect(effectOf("42", [field("Name", "1", { role: "stepper" })], [spin(true)])).toBe("unverified");
    expect(effectOf("42", [field("Name", "1", { role: "stepper" })], [spin(false)])).toBe("done");
  });

  it("has to be seen for a while, since apps take back what they refuse", () => {
    expect(judged(set("Ada"), "Name", [field("Name", "")], [field("Name", "Ada")]).stayMs).toBeGreaterThanOrEqual(200);
  });

  it("finds the field by identity, wherever it has moved to", () => {
    const after = [{ role: "button", label: "New" } as const, field("Search", "Ada"), field("Name", "Ada")];
    expect(effectOf("Ada", [field("Name", ""), field("Search", "")], after)).toBe("done");
    expect(effectOf("Ada", [field("Name", ""), field("Search", "")], [field("Search", "Ada")])).toBe("unverified");
  });

  it("is done for a slider or stepper that holds the number, however it is written", () => {
    const slider = (value: string): Sketch => ({ role: "slider", label: "Name", value, rawValue: value });
    expect(effectOf("70", [slider("35.0")], [slider("70.0")])).toBe("done");
    expect(effectOf("500", [slider("70.0")], [slider("100.0")])).not.toBe("done");
  });
});
