import { describe, expect, it } from "vitest";
import { shortcutOfBinding } from "./atspi-keys.js";
import { withStandardKeys } from "./menu-keys.js";

/** The keys that commands with these paths get. */
function keys(...paths: string[][]): (string | undefined)[] {
  const menus = paths.map((path, handle) => ({ handle, path, enabled: true, operable: true }));
  return withStandardKeys(menus).map(({ shortcut }) => shortcut);
}

describe("the keys of menu commands on macOS", () => {
  it("are those that every app has, by title, without ellipsis and case, in Japanese too", () => {
    expect(keys(["Edit", "Copy"], ["Edit", "FIND…"], ["編集", "すべてを選択"], ["File", "Export"])).toEqual([
      "cmd+c",
      "cmd+f",
      "cmd+a",
      undefined,
    ]);
  });

  it("make Duplicate ⌘⇧S only next to Save As", () => {
    expect(keys(["File", "Duplicate"], ["File", "Save As…"])[0]).toBe("cmd+shift+s");
    expect(keys(["Edit", "Duplicate"], ["File", "Save As…"])[0]).toBeUndefined();
  });

  it("number the first nine plain items of a View menu, up to a dialog item, a submenu or a stock command", () => {
    const item = (name: string) => ["View", name];
    const ten = Array.from({ length: 10 }, (_, at) => item(`Item ${at + 1}`));
    expect(keys(...ten)).toEqual([...Array.from({ length: 9 }, (_, at) => `cmd+${at + 1}`), undefined]);
    expect(keys(item("Basic"), item("Adjust…"), item("Next"))).toEqual(["cmd+1", undefined, undefined]);
    expect(keys(item("Basic"), ["View", "Sub", "A"], item("Next"))).toEqual(["cmd+1", undefined, undefined]);
    expect(keys(item("Basic"), item("Show Toolbar"), item("Next"))).toEqual(["cmd+1", "cmd+option+t", undefined]);
  });

  it("are never given twice, and a command's own keys come first", () => {
    const menus = [
      { handle: 1, path: ["Edit", "Copy"], enabled: true, operable: true },
      { handle: 2, path: ["Custom", "Grab"], enabled: true, operable: true, shortcut: "cmd+c" },
    ];
    expect(withStandardKeys(menus).map(({ shortcut }) => shortcut)).toEqual([undefined, "cmd+c"]);
  });
});

describe("the keys that a toolkit of Linux writes", () => {
  it("are read with their modifiers, and what is no key is none", () => {
    expect(shortcutOfBinding("f;<Alt>f;<Primary>s")).toBe("ctrl+s");
    expect(shortcutOfBinding("")).toBeUndefined();
    expect(shortcutOfBinding("\u{1f600}")).toBeUndefined();
  });
});
