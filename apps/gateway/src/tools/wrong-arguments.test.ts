import { CodedError } from "@beans-picker/shared";
import { describe, expect, it } from "vitest";
import type { ToolContext } from "../context.js";
import { tools } from "./registry.js";

/** What a tool says about arguments; "ok" when it got past them. */
async function explain(name: string, args: unknown): Promise<string> {
  const tool = tools.find((each) => each.name === name);
  try {
    // Never reached by wrong arguments: the context has nothing to act with.
    await tool?.call(args, {} as ToolContext);
  } catch (error) {
    return error instanceof CodedError && error.code === "bad_arguments" ? error.message : "ok";
  }
  return "ok";
}
const issues = (text: string) => text.split(" at ").length - 1;
const act = (more: object) => explain("act", { instruction: "x", ...more });
const step = (more: object) => act({ then: [{ instruction: "y", ...more }] });

describe("wrong arguments", () => {
  it("without any say that an object was expected", async () => {
    expect(await explain("extract", undefined)).toContain("expected object");
  });

  it("below the smallest number are told, and no other field is", async () => {
    expect(await explain("observe", { limit: -(2 ** 53) })).toMatch(/limit/);
    expect(await explain("observe", { pid: -(2 ** 53) })).toContain("at pid");
    expect(await explain("observe", { limit: -2.5 })).toContain("expected int");
  });

  it("above the largest safe number are too big", async () => {
    expect(await explain("observe", { windowId: 1e300 })).toMatch(/at windowId/);
  });

  it("in a list are named by their places, and only the wrong ones", async () => {
    const text = await act({ modifiers: [1, "bad", "cmd"] });
    expect(text).toContain("modifiers[0]");
    expect(text).toContain("modifiers[1]");
    expect(text).not.toContain("modifiers[2]");
  });

  it.each([5, null, []])("in a sequence: %j is no step", async (wrong) => {
    expect(await act({ then: [wrong] })).toContain("at then[0]");
  });

  it.each([{}, { candidateId: "c", dx: 1, dy: 1 }, { dx: 1 }, { dx: 1, dy: 1, more: 1 }, "c", null])(
    "for a drag: %j is one issue at dragTo",
    async (dragTo) => {
      const text = await act({ dragTo });
      expect(text).toContain("dragTo");
      expect(issues(text)).toBe(1);
    },
  );

  it("for a drag in a sequence are named by their place there, and negative offsets are none", async () => {
    expect(await step({ dragTo: {} })).toContain("then[0].dragTo");
    expect(await step({ candidateId: "c", dragTo: { dx: -3, dy: -40 } })).toBe("ok");
  });
});
