import { windowOf, type Sketch } from "@beans-picker/desktop/sketch";
import { describe, expect, it } from "vitest";
import { buildCandidates, needsConsent } from "../build.js";

function button(nodes: readonly Sketch[], label: string) {
  const found = buildCandidates(windowOf({ nodes })).find(({ facts }) => facts.label === label);
  if (found === undefined) throw new Error(`no ${label}`);
  return found;
}

const menu = (...path: string[]) =>
  buildCandidates(
    windowOf({ nodes: [], app: "Notes", menus: [{ handle: 900, path, enabled: true, operable: true }] }),
  ).some(({ kind, destructive }) => kind === "menu" && destructive);

describe("where a control stands", () => {
  it("frees Replace All of a find bar when that is asked for, and never that of a sheet or dialog", () => {
    const replaceAll: Sketch = { role: "button", label: "Replace All" };
    const bar = button([{ role: "toolbar", inside: [replaceAll] }], "Replace All");
    expect(needsConsent(bar, "replace all cats with dogs")).toBe(false);
    expect(needsConsent(bar, 'change "cat" to "dog" everywhere')).toBe(false);
    expect(needsConsent(bar, "press the last button")).toBe(true);
    for (const role of ["sheet", "dialog", "alert"] as const) {
      const inDialog = button([{ role, label: "Files", inside: [replaceAll] }], "Replace All");
      expect(needsConsent(inDialog, "replace all cats with dogs")).toBe(true);
    }
  });

  it("frees the Close of a popover unless its help says discard, and not that of a sheet", () => {
    const close = (role: "popover" | "sheet", help?: string) =>
      button(
        [{ role, inside: [{ role: "button", label: " Close ".trim(), ...(help === undefined ? {} : { help }) }] }],
        "Close",
      ).destructive;
    expect(close("popover")).toBe(false);
    expect(close("popover", "Will discard the draft")).toBe(true);
    expect(close("sheet")).toBe(true);
  });

  it("frees hiding a part of the view in a menu, and not hiding the app", () => {
    expect(menu("View", "Hide Toolbar")).toBe(false);
    expect(menu("Notes", "Hide Notes")).toBe(true);
    expect(menu("Notes", "Notes ausblenden")).toBe(true);
    expect(menu("Ansicht", "Symbolleiste ausblenden")).toBe(false);
  });

  it("frees a menu's Replace, which opens a bar that asks, and not Replace All", () => {
    expect(menu("Search", "Replace")).toBe(false);
    expect(menu("Search", "Replace All")).toBe(true);
  });

  it("frees the items of a list that are content: with a bullet, or with controls of their own", () => {
    const item = (label: string, inside: Sketch[] = []): Sketch => ({ role: "listitem", label, inside });
    expect(button([item("• Buy milk")], "• Buy milk").destructive).toBe(false);
    expect(button([item("Buy milk", [{ role: "checkbox", label: "Done" }])], "Buy milk").destructive).toBe(false);
    expect(button([item("Log out")], "Log out").destructive).toBe(true);
  });

  it("frees what hides a thing that is not the app: Hide Binary is harmless, Hide and Hide Others are not", () => {
    const press = (label: string, help?: string) =>
      button([{ role: "button", label, ...(help === undefined ? {} : { help }) }], label).destructive;
    expect([press("Hide Binary"), press("Hide"), press("Hide Others")]).toEqual([false, true, true]);
  });
});
