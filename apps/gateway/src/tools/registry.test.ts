import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { CodedError } from "@beans-picker/shared";
import type { ToolContext } from "../context.js";
import { serverInstructions } from "../instructions.js";
import { tools } from "./registry.js";

/** No tool may touch anything before its arguments are accepted; every access of this context fails the test. */
const untouchable = new Proxy({} as ToolContext, {
  get(_, property) {
    // Whether the screen is locked may be asked first: that touches nothing.
    if (property === "checkUnlocked") return () => Promise.resolve();
    if (property === "signal") return new AbortController().signal;
    throw new Error(`${String(property)} was used`);
  },
});

async function explain(name: string, args: unknown): Promise<string> {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(name);
  try {
    await tool.call(args, untouchable);
  } catch (error) {
    if (error instanceof CodedError && error.code === "bad_arguments") return error.message;
    throw error;
  }
  throw new Error("accepted");
}

describe("the tools", () => {
  it("are listed in a stable order with schemas that a validator accepts", () => {
    expect(tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).sort());
    for (const tool of tools) {
      for (const schema of [tool.inputSchema(), tool.outputSchema()]) {
        expect(schema["type"], tool.name).toBe("object");
        expect(new Ajv2020({ strict: false }).compile(schema)).toBeTypeOf("function");
      }
    }
  });

  it("publish schemas that their own answers fit, a sequence with its steps included", () => {
    const step = {
      status: "done",
      delivery: "delivered",
      action: { id: "kivoma", kind: "click", does: 'click button "Save"', route: ["accessibility"] },
      verification: { snapshots: 2, exact: true, evidence: "It changed.", expected: "met" },
      change: { fieldsChanged: [{ role: "textfield", label: "Name", before: "", after: "Ada" }], more: 1 },
      foreground: [{ pid: 9, during: "click", at: "2026-01-01T00:00:00.000Z", restored: true }],
    };
    const window = { app: "App", pid: 1, windowId: 2, title: "Window" };
    const answers: Record<string, object[]> = {
      act: [
        { ...step, window },
        { status: "mismatch", message: "stopped", steps: [step, { status: "failed", code: "x" }], skipped: 1, window },
      ],
      observe: [
        { status: "done", window, total: 3, candidates: [{ id: "a", does: "b" }], folded: [{ what: "c", count: 2 }] },
      ],
      extract: [{ status: "ambiguous", elements: [{ role: "table", p: 0.5, rows: [["a", "b"]] }], earlier: ["x"] }],
    };
    for (const tool of tools) {
      const fits = new Ajv2020({ strict: false }).compile(tool.outputSchema());
      for (const answer of answers[tool.name] ?? []) expect([fits(answer), fits.errors]).toEqual([true, null]);
    }
  });

  it("describe themselves and the server in what clients keep", () => {
    for (const { description } of tools) expect(description.length).toBeLessThan(400);
    expect(new TextEncoder().encode(serverInstructions).length).toBeLessThanOrEqual(2048);
  });

  it.each([
    ["extract", {}, "expected string, received undefined at instruction"],
    ["observe", { limit: 1.5 }, "expected int, received number at limit"],
    ["observe", { pid: null }, "expected number, received null at pid"],
    ["observe", { pid: 0 }, "expected number to be >=1 at pid"],
    ["observe", { windowID: 4 }, 'Unrecognized key: "windowID"'],
    ["act", { instruction: "x", modifiers: "shift" }, "expected array, received string at modifiers"],
    ["act", { instruction: "x", modifiers: [1, "bad", "cmd"] }, "at modifiers[0]"],
    ["act", { instruction: "x", then: [5] }, "expected object, received number at then[0]"],
    [
      "act",
      { instruction: "x", then: Array(13).fill({ instruction: "y" }) },
      "expected array to have <=12 items at then",
    ],
    ["observe", { limit: -2.5 }, "expected int, received number at limit"],
    ["observe", { pid: -(2 ** 53) }, "at pid"],
    ["observe", { windowId: 1e300 }, "at windowId"],
    ["observe", { offset: -1 }, "expected number to be >=0 at offset"],
    ["act", { instruction: "x", then: [null] }, "expected object, received null at then[0]"],
    ["act", { instruction: "x", then: [[]] }, "expected object, received array at then[0]"],
    ["act", { instruction: "x", dragTo: {} }, "exactly one of the allowed shapes, {candidateId} or {dx, dy} at dragTo"],
    ["act", { instruction: "x", dragTo: { candidateId: "a", dx: 1 } }, 'Unrecognized key: "dx" at dragTo'],
    ["act", { instruction: "x", dragTo: { dx: 1 } }, "allowed shapes, {candidateId} or {dx, dy} at dragTo"],
    ["act", { instruction: "x", dragTo: "up" }, "allowed shapes, {candidateId} or {dx, dy} at dragTo"],
    ["act", { instruction: "x", dragTo: null }, "allowed shapes, {candidateId} or {dx, dy} at dragTo"],
    ["act", { instruction: "x", then: [{ instruction: "y", dragTo: { dy: 1 } }] }, "at then[0].dragTo"],
    ["act", { instruction: "x", expect: {} }, "it is empty at expect"],
    ["act", { instruction: "x", expect: { text: "a", timeoutMs: 30_001 } }, "at expect.timeoutMs"],
    ["act", undefined, "expected object, received undefined."],
    ["act", { instruction: "x", text: "a\ud83d" }, "half of a surrogate pair at text"],
    ["screenshot", { includeImage: false }, "includeImage: false needs out"],
    ["screenshot", { region: { x: 0, y: 0, width: 9, height: 9 } }, "region is a part of the screen"],
    ["launch_app", {}, "Give name or bundleId"],
    ["launch_app", { name: "-rf" }, "name:"],
  ])("%s %j names what is wrong [code.bad_arguments]", async (name, args, expected) => {
    expect(await explain(name, args)).toContain(expected);
  });

  it("accept a drag by a negative offset in a further step, unchanged", () => {
    const step = { instruction: "y", candidateId: "a", dragTo: { dx: -5, dy: -7 } };
    const tool = tools.find(({ name }) => name === "act");
    expect(tool?.stepsOf({ instruction: "x", then: [step, step] })).toBe(3);
  });

  it("say which arguments they accept", async () => {
    expect(await explain("windows", { title: "x" })).toContain("Accepted arguments: app, pid, onScreenOnly.");
  });

  it("list wrong arguments in the order of the schema", async () => {
    const text = await explain("observe", { limit: -1, pid: "x" });
    expect(text.indexOf("at pid")).toBeLessThan(text.indexOf("at limit"));
  });
});
