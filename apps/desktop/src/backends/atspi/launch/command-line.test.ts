import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandLine } from "./command-line.js";
import { parseDesktopEntry, type DesktopEntry } from "./desktop-entry.js";

function entry(exec: string): DesktopEntry {
  const text = `[Desktop Entry]\nType=Application\nName=Some app\nIcon=some\nExec=${exec}\n`;
  const parsed = parseDesktopEntry("some", "/apps/some.desktop", text);
  if (parsed === null) throw new Error("not read");
  return parsed;
}

const words = (exec: string, opened: readonly string[] = []) => {
  const line = commandLine(entry(exec), opened);
  return line.ok ? line.words : line.why;
};

describe("the command of a desktop file", () => {
  it.each([
    ["galculator", ["galculator"]],
    ['"/opt/my app/run"  --name "a b"', ["/opt/my app/run", "--name", "a b"]],
    ["run %i --title=%c %k", ["run", "--icon", "some", "--title=Some app", "/apps/some.desktop"]],
    ["run 100%% %d %m", ["run", "100%"]],
    ['run "%U"', ["run", "%U"]],
    ['run "say \\\\"hi\\\\" \\\\$HOME"', ["run", 'say "hi" $HOME']],
  ])("%s is %j", (exec, expected) => {
    expect(words(exec)).toEqual(expected);
  });

  it("gets the URLs where it has a place for them, and nowhere else", () => {
    const urls = ["https://one.example/", "/tmp/two words"];
    expect(words("run %U -x", urls)).toEqual(["run", ...urls, "-x"]);
    expect(words("run --open=%u", urls)).toEqual(["run", "--open=https://one.example/"]);
    expect(words("run %u")).toEqual(["run"]);
    expect(words("run", urls)).toBe("no_urls");
  });

  it("is none without a program or with an open quote", () => {
    expect(words('run "open')).toBe("no_command");
    expect(words("%c%k".slice(0, 0))).toBe("no_command");
    expect(words("%u")).toBe("no_command");
  });

  it("never becomes more words than were written, whatever is opened [native.launch_exact]", () => {
    fc.assert(
      fc.property(fc.string(), (opened) => {
        expect(words("run %u end", [opened])).toEqual(opened === "" ? ["run", "end"] : ["run", opened, "end"]);
      }),
    );
  });
});

describe("a desktop file", () => {
  it("is read in its main group only, with the names of all languages", () => {
    const text = [
      "# a comment",
      "[Desktop Entry]",
      "Type = Application",
      "Name=Text Editor",
      "Name[de]=Texteditor",
      "Exec=edit %U",
      "NoDisplay=true",
      "[Desktop Action new]",
      "Name=New window",
      "Exec=edit --new",
    ].join("\n");
    expect(parseDesktopEntry("edit", "/edit.desktop", text)).toMatchObject({
      names: ["Text Editor", "Texteditor"],
      exec: "edit %U",
      shown: false,
      inTerminal: false,
    });
  });

  it.each(["Type=Link\nName=A", "Type=Application\nHidden=true\nName=A", "Name=A"])("is none with %j", (lines) => {
    expect(parseDesktopEntry("a", "/a.desktop", `[Desktop Entry]\n${lines}\n`)).toBeNull();
  });
});
