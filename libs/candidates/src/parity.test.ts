import { windowOf } from "@beans-picker/desktop/sketch";
import { describe, expect, it } from "vitest";
import { buildCandidates } from "./build.js";

/** The menu commands offered on macOS for these paths, as `A > B`. */
function offered(paths: readonly string[][], more: { identifier?: string } = {}): string[] {
  const menus = paths.map((path, at) => ({ handle: 900 + at, path, enabled: true, operable: true, ...more }));
  return buildCandidates(windowOf({ nodes: [], menus, platform: "macos", app: "Notes" }))
    .filter(({ kind }) => kind === "menu")
    .map(({ does }) => does.replace("menu ", ""));
}

describe("the menu bar of macOS", () => {
  it("leaves out Services, Open Recent, placeholders, repeated levels and direct items of Help", () => {
    expect(
      offered([
        ["Edit", "Services", "Translate"],
        ["File", "Open Recent", "a.txt"],
        ["Go", "<<Folders>>"],
        ["File", "File"],
        ["Help", "Notes Help"],
        ["Help", "Topics", "One"],
        ["Apple", "Sleep"],
        ["File", "Save"],
      ]),
    ).toEqual(["Help > Topics > One", "File > Save"]);
  });

  it("keeps the app menu where nothing says that it is the stock one", () => {
    expect(offered([["Notes", "Settings…"]])).toEqual(["Notes > Settings…"]);
    expect(offered([["Notes", "Hide Notes"]], { identifier: "hide:" })).toEqual([]);
  });
});
