import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { CodedError } from "@beans-picker/shared";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInstanceName, ownerIsDead, parseInstanceName } from "./instance-name.js";
import { startTimeOf, systemProcesses } from "./process-identity.js";
import { chooseBase, createRuntimeDir, runtimeDirSource } from "./runtime-dir.js";
import { tempDir } from "./testing/harness.js";

const uid = process.geteuid?.() ?? -1;
const create = (base: string, nonce = "00aaff") => createRuntimeDir(base, runtimeDirSource(nonce));

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof CodedError && error.code === "runtime_dir_unsafe") return error.message;
    throw error;
  }
  throw new Error("it was not refused");
}

describe("the runtime directory", () => {
  it("is made private whatever the umask, and removed again [ipc.private]", () => {
    const base = join(tempDir(), "base");
    const before = process.umask(0);
    try {
      const dir = create(base);
      expect(statSync(base).mode & 0o777).toBe(0o700);
      expect(statSync(dir.path).mode & 0o777).toBe(0o700);
      writeFileSync(join(dir.path, "left.sock"), "");
      dir.remove();
      expect(readdirSync(base)).toEqual([]);
    } finally {
      process.umask(before);
    }
  });

  it.each([0o755, 0o770, 0o701, 0o710, 0o500])(
    "is refused with mode %o, and not repaired [ipc.runtime_dir]",
    (mode) => {
      const base = join(tempDir(), "base");
      mkdirSync(base);
      chmodSync(base, mode);
      expect(refusal(() => create(base))).toMatch(/mode is 0\d{3}/);
      expect(statSync(base).mode & 0o777).toBe(mode);
      expect(readdirSync(base)).toEqual([]);
    },
  );

  it("is refused when it is a symbolic link, even to a good directory [ipc.runtime_dir]", () => {
    const dir = tempDir();
    mkdirSync(join(dir, "good"), { mode: 0o700 });
    symlinkSync(join(dir, "good"), join(dir, "base"));
    expect(refusal(() => create(join(dir, "base")))).toContain("symbolic link");
    expect(readdirSync(join(dir, "good"))).toEqual([]);
  });

  it("is refused when it is a file", () => {
    const dir = tempDir();
    writeFileSync(join(dir, "base"), "");
    expect(refusal(() => create(join(dir, "base")))).toContain("not a directory");
  });

  it.runIf(uid === 0)("is refused when another user owns it (needs root to make one) [ipc.runtime_dir]", () => {
    const base = join(tempDir(), "base");
    mkdirSync(base, { mode: 0o700 });
    chownSync(base, 65_534, 65_534);
    expect(refusal(() => create(base))).toContain("another user");
  });

  it("is refused when no socket path would fit [ipc.runtime_dir]", () => {
    expect(refusal(() => create(join(tempDir(), "x".repeat(80))))).toContain("bytes");
    expect(refusal(() => create("relative"))).toContain("absolute");
  });

  it("loses the directories of dead owners and keeps those of living ones and of strangers [ipc.sweep]", () => {
    const dir = tempDir();
    const base = join(dir, "base");
    mkdirSync(base, { mode: 0o700 });
    const started = systemProcesses.startTime(process.pid) ?? "0";
    const names = {
      dead: "4194399-1-00aa11",
      reused: `${process.pid}-1-00aa12`,
      alive: `${process.pid}-${started}-00aa13`,
      stranger: "notes",
    };
    for (const name of Object.values(names)) mkdirSync(join(base, name), { mode: 0o700 });
    writeFileSync(join(dir, "precious"), "kept");
    symlinkSync(join(dir, "precious"), join(base, names.dead, "link"));
    mkdirSync(join(dir, "outside"), { mode: 0o700 });
    writeFileSync(join(dir, "outside", "kept"), "");
    symlinkSync(join(dir, "outside"), join(base, "4194398-1-00aa14"));
    const ours = create(base);
    expect(readdirSync(base).sort()).toEqual(
      [names.alive, names.stranger, "4194398-1-00aa14", ours.path.slice(base.length + 1)].sort(),
    );
    expect(existsSync(join(dir, "precious"))).toBe(true);
    expect(existsSync(join(dir, "outside", "kept"))).toBe(true);
    expect(lstatSync(join(base, "4194398-1-00aa14")).isSymbolicLink()).toBe(true);
  });

  it("is below XDG_RUNTIME_DIR when that is private and short, else below /tmp", () => {
    const good = tempDir();
    chmodSync(good, 0o700);
    expect(chooseBase({ env: { XDG_RUNTIME_DIR: good }, uid })).toBe(join(good, "beans-picker"));
    const fallback = `/tmp/beans-picker-${uid}`;
    const open = join(good, "open");
    mkdirSync(open);
    chmodSync(open, 0o755);
    const long = join(good, "x".repeat(60));
    mkdirSync(long, { mode: 0o700 });
    for (const given of [undefined, "", "relative", open, long, join(good, "missing")]) {
      expect(chooseBase({ env: given === undefined ? {} : { XDG_RUNTIME_DIR: given }, uid })).toBe(fallback);
    }
  });
});

describe("an instance's name", () => {
  it("can be read back, and nothing else is read as one", () => {
    const part = fc.record({
      pid: fc.integer({ min: 1, max: 4_194_304 }),
      startTime: fc.nat().map(String),
      nonce: fc.stringMatching(/^[0-9a-f]{6}$/),
    });
    fc.assert(
      fc.property(part, (name) => {
        expect(parseInstanceName(formatInstanceName(name))).toEqual(name);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseInstanceName(text);
        if (parsed !== undefined) expect(formatInstanceName(parsed)).toBe(text);
      }),
    );
  });

  it("belongs to a dead owner only when that is certain", () => {
    const name = { pid: 7, startTime: "100", nonce: "000000" };
    const table = (alive: boolean, startTime: string | undefined) => ({
      exists: () => alive,
      startTime: () => startTime,
    });
    expect(ownerIsDead(name, table(false, undefined))).toBe(true);
    expect(ownerIsDead(name, table(true, "101"))).toBe(true);
    expect(ownerIsDead(name, table(true, "100"))).toBe(false);
    expect(ownerIsDead(name, table(true, undefined))).toBe(false);
    expect(ownerIsDead({ ...name, startTime: "0" }, table(true, "100"))).toBe(false);
  });

  it("holds a start time that survives a process name with brackets and spaces", () => {
    const fields = Array.from({ length: 50 }, (_, index) => `${index + 4}`).join(" ");
    expect(startTimeOf(`7 (a) b (c) S ${fields}`)).toBe("22");
    expect(startTimeOf("")).toBeUndefined();
  });
});
