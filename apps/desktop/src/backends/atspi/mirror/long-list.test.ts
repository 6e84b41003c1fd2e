import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { flatten } from "../../../testing/accessible-tree.js";
import { open, type OpenWindow, windowOf } from "../../../testing/accessible-window.js";
import { desktopEnv } from "../../../testing/desktop.js";
import { eventually } from "../../../testing/scripted.js";
import type { AtspiAccessibility } from "../bus/index.js";
import { shownIndices } from "./window-of-rows.js";

const app = fileURLToPath(new URL("../../../../testing/long_list.py", import.meta.url));
const rows = 5_000;

describe("which rows of a long list to read", () => {
  it.each([
    [
      "rows and a header that is far from them",
      [0, 5_002, 5_003, 5_006, 5_003],
      [0, 5_002, 5_003, 5_004, 5_005, 5_006],
    ],
    ["answers that are no index of it", [-1, 20_000, 7], [7]],
  ])("follows %s", (_, met, indices) => {
    expect(shownIndices(met, 10_000)).toEqual(indices);
  });

  it("takes the first ones when nothing answers, and never too many", () => {
    expect(shownIndices([], 10_000)).toHaveLength(300);
    expect(shownIndices([], 3)).toEqual([0, 1, 2]);
    expect(shownIndices([4, 140, 5_000], 10_000).length).toBeLessThan(302);
  });
});

describe("a table of ten thousand cells", () => {
  const env = desktopEnv();
  const list = spawn("/usr/bin/python3", [app, String(rows)], { env, stdio: ["pipe", "ignore", "inherit"] });
  let accessibility: AtspiAccessibility;
  let window: OpenWindow;

  beforeAll(async () => {
    accessibility = await open(env);
    window = await windowOf(accessibility, list.pid ?? 0);
  });
  afterAll(async () => {
    await accessibility.close();
    list.kill();
    await once(list, "exit");
  });

  const namesOf = async (): Promise<readonly string[]> =>
    flatten(await window.read()).flatMap(({ role, name }) => (role === 56 ? [name] : []));

  it("is read where it shows, with how much there is [native.long-list]", async () => {
    const start = performance.now();
    const reading = await window.read();
    const ms = performance.now() - start;
    const names = await namesOf();
    console.log(`long list: ${String(names.length)} of ${String(reading.total)} in ${ms.toFixed(1)} ms`);
    expect(names.slice(0, 4)).toEqual(["Name 0", "Size 0", "Name 1", "Size 1"]);
    expect(names.length).toBeLessThan(60);
    expect(reading).toMatchObject({ complete: false, reasons: ["element_limit"] });
    expect(flatten(reading).filter(({ role }) => role === 57)).toMatchObject([{ name: "Name" }, { name: "Size" }]);
    expect(reading.total).toBeGreaterThan(2 * rows);
    expect(flatten(reading).find(({ role }) => role === 55)?.childCount).toBeGreaterThanOrEqual(2 * rows);
  });

  it("is read where it was scrolled to", async () => {
    list.stdin.write("\n");
    await eventually("the rows in the middle", async () => (await namesOf()).includes(`Name ${String(rows / 2 + 1)}`));
    expect(await namesOf()).not.toContain("Name 1");
  });
});
