import { type Stats } from "node:fs";
import { lstat, mkdir, mkdtemp, open, readdir, realpath, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  checkAbsolutePath,
  checkInputFile,
  checkOutputPath,
  checkPlainFolder,
  type FolderFacts,
  type PathCheck,
  type PathKind,
} from "./path.js";

function outcome(check: PathCheck): string {
  return check.ok ? "accepted" : check.reason;
}

describe("checkAbsolutePath", () => {
  it("accepts canonical absolute paths, with spaces, any script and dots inside names", () => {
    for (const path of ["/", "/a", "/tmp/My File.png", "/tmp/Größe/保存", "/a/-b", "/a/...", "/a/.b", "/a/b..c"]) {
      expect(checkAbsolutePath(path)).toEqual({ ok: true, path });
    }
  });

  it.each([
    ["the empty text", "", "empty"],
    ["a dash at the start", "-rf", "leading_dash"],
    ["a relative path", "a/b", "not_absolute"],
    ["a home directory shorthand", "~/a", "not_absolute"],
    ["a . segment", "/a/./b", "not_canonical"],
    ["a .. segment", "/a/../b", "not_canonical"],
    ["a .. at the end", "/a/..", "not_canonical"],
    ["a double slash", "/a//b", "not_canonical"],
    ["a double slash at the start", "//a", "not_canonical"],
    ["two slashes alone", "//", "not_canonical"],
    ["a slash at the end", "/a/", "not_canonical"],
    ["a NUL", "/a\u0000b", "forbidden_character"],
    ["a line break", "/a\nb", "forbidden_character"],
    ["a right-to-left override", "/a\u202Egnp.exe", "forbidden_character"],
    ["a zero-width space", "/a\u200Bb", "forbidden_character"],
    ["a lone surrogate", "/a\uD800b", "forbidden_character"],
  ])("refuses %s", (_, text, reason) => {
    expect(checkAbsolutePath(text)).toMatchObject({ ok: false, reason });
  });

  it("counts a name in bytes: 255 are accepted and 256 refused", () => {
    expect(outcome(checkAbsolutePath(`/${"a".repeat(255)}`))).toBe("accepted");
    expect(outcome(checkAbsolutePath(`/${"a".repeat(256)}`))).toBe("too_long");
    expect(outcome(checkAbsolutePath(`/${"é".repeat(127)}`))).toBe("accepted");
    expect(outcome(checkAbsolutePath(`/${"é".repeat(128)}`))).toBe("too_long");
  });

  it("counts the path in bytes: 4096 are accepted and 4097 refused", () => {
    const path = `/${"a".repeat(127)}`.repeat(32);
    expect(outcome(checkAbsolutePath(path))).toBe("accepted");
    expect(outcome(checkAbsolutePath(`${path}a`))).toBe("too_long");
  });

  it("accepts, among short printable texts, exactly those that path resolution leaves unchanged", () => {
    const segments = fc.array(
      fc.oneof(fc.constantFrom("", ".", "..", "...", "a", "-", "é", " "), fc.string({ maxLength: 4 })),
    );
    fc.assert(
      fc.property(fc.constantFrom("/", "", "//"), segments, (start, names) => {
        const text = start + names.join("/");
        fc.pre(text !== "");
        expect(checkAbsolutePath(text).ok).toBe(posix.resolve("/elsewhere", text) === text);
      }),
      { numRuns: 2000 },
    );
  });
});

/** A folder that is there, for the checks to differ in one fact only. */
const folder: FolderFacts = {
  kind: "directory",
  realpath: "/a/b",
  parentKind: "directory",
  parentRealpath: "/a",
  childNames: ["readme.txt"],
};
const file: FolderFacts = { ...folder, kind: "file", childNames: null };
const nothing: FolderFacts = { ...folder, kind: "absent", realpath: null, childNames: null };

describe("checkOutputPath", () => {
  it("accepts a path where nothing is, in a folder that exists", () => {
    expect(checkOutputPath("/a/b", nothing)).toEqual({ ok: true, path: "/a/b" });
    expect(outcome(checkOutputPath("/b", { ...nothing, parentRealpath: "/" }))).toBe("accepted");
  });

  it.each([
    ["a file that exists", file, "exists"],
    ["a folder that exists", folder, "exists"],
    ["a device that exists", { ...file, kind: "other" as const }, "exists"],
    ["something that appeared between two looks", { ...nothing, realpath: "/a/b" }, "exists"],
    ["a symbolic link", { ...folder, kind: "symlink" as const, realpath: "/c" }, "symlink"],
    ["a dangling symbolic link", { ...nothing, kind: "symlink" as const }, "symlink"],
    ["a missing folder", { ...nothing, parentKind: "absent" as const, parentRealpath: null }, "parent_missing"],
    [
      "a folder that is a dangling link",
      { ...nothing, parentKind: "symlink" as const, parentRealpath: null },
      "parent_missing",
    ],
    ["a folder reached through a link", { ...nothing, parentRealpath: "/c" }, "not_canonical"],
    ["a parent that is a file", { ...nothing, parentKind: "file" as const }, "parent_not_folder"],
  ])("refuses %s", (_, facts, reason) => {
    expect(checkOutputPath("/a/b", facts)).toMatchObject({ ok: false, reason });
  });

  it("refuses bad text whatever is on disk", () => {
    expect(outcome(checkOutputPath("/a/../b", nothing))).toBe("not_canonical");
  });
});

describe("checkInputFile", () => {
  it("accepts a regular file reached without links", () => {
    expect(checkInputFile("/a/b", file)).toEqual({ ok: true, path: "/a/b" });
  });

  it.each([
    ["nothing", nothing, "missing"],
    ["what cannot be resolved", { ...file, realpath: null }, "missing"],
    ["a symbolic link to a file", { ...file, kind: "symlink" as const, realpath: "/c" }, "symlink"],
    ["a dangling symbolic link", { ...nothing, kind: "symlink" as const }, "symlink"],
    ["a file below a linked folder", { ...file, realpath: "/c/b" }, "not_canonical"],
    ["a file in another spelling of its name", { ...file, realpath: "/a/B" }, "not_canonical"],
    ["a folder", folder, "not_file"],
    ["a socket or device", { ...file, kind: "other" as const }, "not_file"],
  ])("refuses %s", (_, facts, reason) => {
    expect(checkInputFile("/a/b", facts)).toMatchObject({ ok: false, reason });
  });

  it("refuses bad text whatever is on disk", () => {
    expect(outcome(checkInputFile("a", file))).toBe("not_absolute");
  });
});

describe("checkPlainFolder", () => {
  it("accepts a folder without extension that holds no package marker", () => {
    expect(checkPlainFolder("/a/b", folder)).toEqual({ ok: true, path: "/a/b" });
    expect(outcome(checkPlainFolder("/", { ...folder, realpath: "/", parentRealpath: "/" }))).toBe("accepted");
  });

  it("accepts a hidden folder, whose first dot is no extension", () => {
    expect(outcome(checkPlainFolder("/a/.config", { ...folder, realpath: "/a/.config" }))).toBe("accepted");
  });

  it.each(["/a/Notes.app", "/a/b.d", "/a/v1.2", "/a/.x.app", "/a/b."])("refuses the extension of %s", (path) => {
    expect(outcome(checkPlainFolder(path, { ...folder, realpath: path }))).toBe("package_folder");
  });

  it("accepts an extension in a folder above", () => {
    expect(outcome(checkPlainFolder("/a.d/b", { ...folder, realpath: "/a.d/b", parentRealpath: "/a.d" }))).toBe(
      "accepted",
    );
  });

  it.each(["Contents", "Info.plist", "contents", "INFO.PLIST"])("refuses a folder that holds %s", (name) => {
    expect(outcome(checkPlainFolder("/a/b", { ...folder, childNames: ["x", name] }))).toBe("package_folder");
  });

  it.each([
    ["nothing", nothing, "missing"],
    ["a file", file, "not_folder"],
    ["a symbolic link to a folder", { ...folder, kind: "symlink" as const, realpath: "/c" }, "symlink"],
    ["a folder below a linked folder", { ...folder, realpath: "/c/b" }, "not_canonical"],
    ["a folder that cannot be listed", { ...folder, childNames: null }, "unreadable"],
  ])("refuses %s", (_, facts, reason) => {
    expect(checkPlainFolder("/a/b", facts)).toMatchObject({ ok: false, reason });
  });

  it("refuses bad text whatever is on disk", () => {
    expect(outcome(checkPlainFolder("/a/b/", folder))).toBe("not_canonical");
  });
});

describe("the checks against a real file system", () => {
  let root = "";

  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), "shared-path-")));
    await mkdir(join(root, "dir/sub/deep"), { recursive: true });
    await mkdir(join(root, "ünï 保存"), { recursive: true });
    await mkdir(join(root, "Pack.app/Contents"), { recursive: true });
    await mkdir(join(root, "dir/bundle"));
    await writeFile(join(root, "dir/bundle/Info.plist"), "");
    for (const name of ["file.txt", "dir/file.txt", "dir/sub/file.txt", "ünï 保存/file.txt"])
      await writeFile(join(root, name), "");
    await symlink("dir", join(root, "link"));
    await symlink("../dir/sub", join(root, "dir/up"));
    await symlink("..", join(root, "dir/sub/loop"));
    await symlink("file.txt", join(root, "filelink"));
    await symlink("nowhere", join(root, "dangling"));
    await symlink("self", join(root, "self"));
  });

  afterAll(() => rm(root, { recursive: true, force: true }));

  /** A path below the root made of names that exist there, names that do not, and detours. */
  const detour = fc
    .tuple(
      fc.constantFrom(
        "",
        "/dir",
        "/dir/sub",
        "/dir/sub/deep",
        "/link",
        "/dir/up",
        "/dir/sub/loop/sub",
        "/ünï 保存",
        "/file.txt",
      ),
      fc.array(
        fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom("dir", "sub", "deep", "new", "bundle", "Pack.app") },
          { weight: 6, arbitrary: fc.constant("file.txt") },
          { weight: 3, arbitrary: fc.constantFrom("link", "up", "loop", "filelink", "dangling", "self") },
          { weight: 2, arbitrary: fc.constantFrom("", ".", "..", "Contents", "ünï 保存", "u\u0308ni\u0308 保存") },
        ),
        { maxLength: 3 },
      ),
    )
    .map(([folder, names]) => [root + folder, ...names].join("/"));

  it("accepts as input exactly the regular files whose real path is the path itself", async () => {
    const accepted = await countAccepted(detour, async (path) => {
      const check = checkInputFile(path, await factsAbout(path));
      expect([path, check.ok]).toEqual([path, (await realpathOf(path)) === path && (await kindOf(path)) === "file"]);
      return check.ok;
    });
    expect(accepted).toBeGreaterThan(10);
  });

  it("accepts as output exactly the paths where an exclusive create succeeds and lands at the path itself", async () => {
    const accepted = await countAccepted(detour, async (path) => {
      const check = checkOutputPath(path, await factsAbout(path));
      expect([path, check.ok]).toEqual([path, await createsExactly(path)]);
      return check.ok;
    });
    expect(accepted).toBeGreaterThan(10);
  });

  it("accepts as plain folder exactly the real folders that are no package", async () => {
    const packages = ["Pack.app", "dir/bundle"].map((name) => join(root, name));
    const accepted = await countAccepted(detour, async (path) => {
      const check = checkPlainFolder(path, await factsAbout(path));
      const plain =
        (await realpathOf(path)) === path && (await kindOf(path)) === "directory" && !packages.includes(path);
      expect([path, check.ok]).toEqual([path, plain]);
      return check.ok;
    });
    expect(accepted).toBeGreaterThan(10);
  });

  it("accepts the text of every real path, so that a resolved path always passes", async () => {
    await countAccepted(detour, async (path) => {
      const real = await realpathOf(path);
      if (real !== null) expect(outcome(checkAbsolutePath(real))).toBe("accepted");
      return real !== null;
    });
  });
});

async function countAccepted(
  paths: fc.Arbitrary<string>,
  accepts: (path: string) => Promise<boolean>,
): Promise<number> {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      if (await accepts(path)) accepted += 1;
    }),
    { numRuns: 600 },
  );
  return accepted;
}

/** What a caller of the checks gathers. `dirname` is taken of the text, as `PathFacts` says. */
async function factsAbout(path: string): Promise<FolderFacts> {
  const parent = dirname(path);
  const kind = await kindOf(path);
  return {
    kind,
    realpath: await realpathOf(path),
    parentKind: await kindOf(parent),
    parentRealpath: await realpathOf(parent),
    childNames: kind === "directory" ? await readdir(path) : null,
  };
}

async function kindOf(path: string): Promise<PathKind> {
  const found: Stats | null = await lstat(path).catch(() => null);
  if (found === null) return "absent";
  if (found.isSymbolicLink()) return "symlink";
  if (found.isFile()) return "file";
  return found.isDirectory() ? "directory" : "other";
}

function realpathOf(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}

async function createsExactly(path: string): Promise<boolean> {
  const handle = await open(path, "wx").catch(() => null);
  if (handle === null) return false;
  await handle.close();
  const landed = await realpath(path);
  await unlink(path);
  return landed === path;
}
