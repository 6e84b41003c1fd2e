import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { appleUses, outdated, unlisted } from "./macos.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const uses = appleUses(`${root}native/watcher/Sources/WatcherMac`);
const list = readFileSync(`${root}docs/macos-verification.md`, "utf8");

describe("docs/macos-verification.md", () => {
  it("lists everything of Apple's that the code uses, at its file", () => {
    expect(uses.length).toBeGreaterThan(50);
    expect(unlisted(uses, list)).toEqual([]);
  });

  it("lists nothing that the code does not use any more", () => {
    expect(outdated(uses, list)).toEqual([]);
  });

  it("would be found wanting for a call that is new", () => {
    const made = { file: "MacFront.swift", name: "CGWarpMouseCursorPosition" };
    expect(unlisted([...uses, made], list)).toEqual([made]);
    expect(outdated(uses, "| MacFront.swift | `CGWarpMouseCursorPosition` | |")).toEqual([made.name]);
  });
});
