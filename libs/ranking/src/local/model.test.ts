import { describe, expect, it } from "vitest";
import { parseModel, shippedModel } from "./model.js";

const file = { version: 1, made: "", apps: [], features: { own: 1 }, answerable: {}, confidence: {}, knots: [] };

describe("the learned model", () => {
  it("ships with weights and rising knots", () => {
    const { features, knots } = shippedModel();
    expect(features.some((weight) => weight !== 0)).toBe(true);
    for (const [at, [said, happened]] of knots.entries()) {
      expect(said).toBeGreaterThanOrEqual(knots[at - 1]?.[0] ?? 0);
      expect(happened).toBeGreaterThanOrEqual(knots[at - 1]?.[1] ?? 0);
    }
  });

  it("has no weight for what is no feature, and is of a version that is known", () => {
    expect(parseModel(JSON.stringify(file)).features[0]).toBe(1);
    expect(() => parseModel(JSON.stringify({ ...file, features: { owm: 1 } }))).toThrow("owm");
    expect(() => parseModel(JSON.stringify({ ...file, version: 2 }))).toThrow();
  });
});
