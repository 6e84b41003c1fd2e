import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAtspiRecording } from "@beans-picker/desktop";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLabelledStates } from "./read.js";

const recordings = new URL("../../../desktop/testdata/atspi/", import.meta.url);
const settings = readFileSync(new URL("chromium-settings-main.json", recordings), "utf8");

describe("labelled windows", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "labelled-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (state: string, files: Record<string, string>) => {
    mkdirSync(join(folder, state));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, state, name), content);
  };
  const label = (targets: number[], instruction = "x") =>
    JSON.stringify({ state: "s", instruction, text: null, kind: "click", targets, phrasing: "plain" });
  const { nodes } = parseAtspiRecording(JSON.parse(settings));
  const numberOf = (role: string) => nodes.find((node) => node.role_name === role)?.i ?? -1;

  it("accepts the control that is a target, and no other", () => {
    const target = numberOf("check box");
    write("web", { "atspi.json": settings, "labels.jsonl": `${label([target])}\n\n${label([])}\n` });
    const [state] = readLabelledStates(folder);
    expect(state?.cases.map(({ right }) => right.size > 0)).toEqual([true, false]);
    const controls = [...(state?.cases[0]?.right ?? [])].map((at) => state?.controls[at]);
    expect(controls).toContain(target);
    expect(state?.options.length).toBe(state?.controls.length);
  });

  it("passes over folders without a tree or labels, and takes the app from meta.json", () => {
    write("empty", {});
    write("web", {
      "atspi.json": settings,
      "labels.jsonl": label([1]),
      "meta.json": JSON.stringify({ app: "shop", window: { title: "T" } }),
    });
    expect(readLabelledStates(folder).map(({ state, app }) => [state, app])).toEqual([["web", "shop"]]);
  });

  it("refuses a line that is no label", () => {
    write("web", { "atspi.json": settings, "labels.jsonl": '{"instruction": 1}' });
    expect(() => readLabelledStates(folder)).toThrow();
  });
});
