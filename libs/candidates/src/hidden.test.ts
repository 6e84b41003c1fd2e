import { field, windowOf, type Sketch } from "@beans-picker/desktop/sketch";
import { describe, expect, it } from "vitest";
import { buildCandidates } from "./build.js";
import { extractable } from "./elements.js";
import { screenText } from "./screen-text.js";

const frame = { x: 10, y: 10, width: 50, height: 20 };
const away = { states: { showing: false } };
const seen = { frame, states: { showing: true } };

function told(nodes: readonly Sketch[]) {
  const snapshot = windowOf({ nodes });
  const controls = buildCandidates(snapshot).filter(({ action }) => action.kind !== "key");
  return {
    candidates: controls.map(({ does }) => does).join("\n"),
    texts: screenText(snapshot, 50).join("\n"),
    elements: extractable(snapshot)
      .map(({ does }) => does)
      .join("\n"),
  };
}

describe("what is put away", () => {
  it("is neither offered nor read, however much of it the app lists", () => {
    const { candidates, texts, elements } = told([
      { role: "button", label: "Start", ...seen },
      { role: "text", label: "Ready", ...seen },
      {
        role: "group",
        label: "Alarm",
        ...away,
        inside: [
          { role: "button", label: "Snooze", ...away },
          { role: "text", label: "Ringing", ...away },
          { ...field("Label", "Morning"), ...away },
          { role: "list", label: "Sounds", ...away, inside: [{ role: "listitem", label: "Bells", ...away }] },
        ],
      },
    ]);
    for (const all of [candidates, texts, elements]) expect(all).not.toMatch(/Snooze|Ringing|Morning|Sounds|Bells/u);
    expect(candidates).toContain("Start");
    expect(texts).toContain("Ready");
    expect(elements).toContain("Ready");
  });

  it("is not what is only scrolled out of sight, nor what a closed pop-up or a long list holds", () => {
    const { candidates } = told([
      { role: "button", label: "Below", frame, ...away },
      {
        role: "popup",
        label: "Size",
        value: "Small",
        ...seen,
        inside: [
          { role: "menuitem", label: "Small", ...away },
          { role: "menuitem", label: "Large", ...away },
        ],
      },
      { role: "list", label: "Fonts", ...seen, inside: [{ role: "listitem", label: "Lora", ...away }] },
    ]);
    for (const name of ["Below", "Large", "Lora"]) expect(candidates).toContain(name);
  });

  it("is told from what is scrolled away where neither has a place: a page that is not chosen is put away", () => {
    const page = (selected: boolean, name: string): Sketch => ({
      role: "tab",
      label: `Page ${name}`,
      frame,
      states: { showing: true, selected },
      inside: [{ role: "group", ...away, inside: [{ role: "button", label: name, ...away }] }],
    });
    const { candidates } = told([
      {
        role: "scrollarea",
        ...seen,
        inside: [
          { role: "group", ...seen, inside: [{ role: "button", label: "Further down", ...away }] },
          page(false, "Other"),
        ],
      },
      page(true, "Chosen"),
    ]);
    expect(candidates).toContain("Further down");
    expect(candidates).not.toContain('button "Other"');
    expect(candidates).not.toContain('button "Chosen"');
  });

  it("is unknown where the back end does not tell what shows, and then everything is offered", () => {
    expect(told([{ role: "button", label: "Start" }]).candidates).toContain("Start");
  });
});
