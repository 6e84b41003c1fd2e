import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { embedderFindings } from "./embedder.js";

describe("the doctor on an embedder", () => {
  it("says nothing when none is named [rank.embedder-off]", async () => {
    expect(await embedderFindings({})).toEqual([]);
  });

  it("says what is missing and what to do, and that the product works without", async () => {
    const settings = {
      BEANS_PICKER_EMBEDDER_MODEL: join(tmpdir(), "no-such-model.onnx"),
      BEANS_PICKER_EMBEDDER_RUNTIME: tmpdir(),
    };
    expect(await embedderFindings(settings)).toEqual([
      {
        name: "embedder",
        state: "limited",
        found: expect.stringContaining("(embedder_missing)") as string,
        fix: expect.stringContaining("user guide") as string,
      },
    ]);
    expect(await embedderFindings({ BEANS_PICKER_EMBEDDER_MODEL: "here.onnx" })).toMatchObject([
      { state: "limited", found: expect.stringContaining("(embedder_model)") as string },
    ]);
  });
});
