import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { watcherEntry } from "./watcher-entry.js";

describe("which watcher is started", () => {
  const folder = mkdtempSync(join(tmpdir(), "watcher-entry-"));
  const program = join(folder, "window-watcher");
  writeFileSync(program, "#!/bin/sh\n");
  chmodSync(program, 0o755);
  const plain = join(folder, "plain");
  writeFileSync(plain, "");
  afterAll(() => rmSync(folder, { recursive: true }));
  const own = "/opt/watcher/main.js";

  it("is our own on Linux, whatever the search path holds", () => {
    expect(watcherEntry({ env: { PATH: folder }, platform: "linux", own })).toBe(own);
    expect(watcherEntry({ env: { BEANS_PICKER_WATCHER: "" }, platform: "linux", own })).toBe(own);
  });

  it("is the native one of the search path on a Mac, and our own where there is none", () => {
    const entry = { program, args: ["serve"] };
    expect(watcherEntry({ env: { PATH: `relative:/nowhere:${folder}` }, platform: "darwin", own })).toEqual(entry);
    expect(watcherEntry({ env: { PATH: "/nowhere" }, platform: "darwin", own })).toBe(own);
    expect(watcherEntry({ env: {}, platform: "darwin", own })).toBe(own);
  });

  it("is the one that was asked for, or none at all", () => {
    const env = { BEANS_PICKER_WATCHER: program };
    expect(watcherEntry({ env, platform: "linux", own })).toEqual({ program, args: ["serve"] });
    for (const wrong of ["window-watcher", "/nowhere/window-watcher", folder, plain]) {
      const start = () => watcherEntry({ env: { BEANS_PICKER_WATCHER: wrong }, platform: "linux", own });
      expect(start).toThrow(/BEANS_PICKER_WATCHER/);
    }
  });
});
