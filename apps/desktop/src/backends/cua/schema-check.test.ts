import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileChecker } from "./schema-check.js";

const schema = {
  type: "object",
  additionalProperties: false,
  required: ["pid"],
  properties: {
    pid: { type: "integer", format: "uint32" },
    text: { type: "string", maxLength: 5 },
    target: { oneOf: [{ type: "object", properties: { kind: { const: "window" } }, required: ["kind"] }] },
  },
};

describe("arguments of a driver tool", () => {
  const check = compileChecker("click", schema);

  it.each([
    [{}, "pid"],
    [{ pid: "1" }, "pid"],
    [{ pid: -1 }, "pid"],
    [{ pid: 2 ** 32 }, "pid"],
    [{ pid: 1, element_indx: 3 }, "element_indx"],
    [{ pid: 1, target: {} }, "target"],
  ])("are refused with the name of the argument that does not fit (%j) [driver.arguments]", (args, name) => {
    const checked = check(args);
    expect(checked.ok).toBe(false);
    expect(checked.ok ? "" : checked.message).toContain(name);
  });

  it("are refused without quoting what they hold", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8 }).filter((text) => /^[a-z]{8,}$/i.test(text)),
        (secret) => {
          const checked = check({ pid: 1, text: `§${secret}` });
          expect(checked.ok ? "" : checked.message).not.toContain(`§${secret}`);
          expect(checked.ok).toBe(false);
        },
      ),
    );
  });

  it("pass when they fit, in the older dialect too", () => {
    expect(check({ pid: 1, text: "abc", target: { kind: "window" } })).toEqual({ ok: true });
    const older = compileChecker("x", { $schema: "http://json-schema.org/draft-07/schema#", ...schema });
    expect(older({ pid: 1 })).toEqual({ ok: true });
    expect(older({ pid: 1, more: 1 }).ok).toBe(false);
  });

  it("are all refused when the schema cannot be read", () => {
    const broken = compileChecker("x", { type: "object", properties: { a: { pattern: "(" } } });
    expect(broken({})).toMatchObject({ ok: false });
    expect(compileChecker("x", { $ref: "https://elsewhere.example/schema" })({}).ok).toBe(false);
  });
});
