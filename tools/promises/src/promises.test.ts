import { fileURLToPath } from "node:url";
import { codes, statuses } from "@beans-picker/shared";
import { describe, expect, it } from "vitest";
import { citedPromises, readPromises } from "./promises.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const promises = readPromises(`${root}docs/promises.yaml`);
const cited = citedPromises(root);

describe("docs/promises.yaml", () => {
  it("names every promise once", () => {
    const ids = promises.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it("holds no promise that no test cites", () => {
    expect(promises.map(({ id }) => id).filter((id) => !cited.has(id))).toEqual([]);
  });

  it("knows every promise that a test cites", () => {
    const known = new Set(promises.map(({ id }) => id));
    expect([...cited].filter(([id]) => !known.has(id))).toEqual([]);
  });

  it("promises every status of act", () => {
    const ids = new Set(promises.map(({ id }) => id));
    expect(Object.keys(statuses).filter((name) => !ids.has(`status.${name}`))).toEqual([]);
  });

  it("promises no code that is not in the table", () => {
    const unknown = promises.map(({ id }) => id).filter((id) => id.startsWith("code.") && !(id.slice(5) in codes));
    expect(unknown).toEqual([]);
  });
});
