import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CodedError } from "@beans-picker/shared";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { files } from "./files.js";

let folder = "";
const bytes = new Uint8Array([1, 2, 3]);

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "files-")));
});
afterEach(() => rm(folder, { recursive: true }));

async function refusal(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "accepted",
    (error: unknown) => (error instanceof CodedError ? error.code : "other"),
  );
}

describe("publishing a file", () => {
  it("writes a new file for the owner alone and leaves nothing else behind [path.output-private]", async () => {
    const path = join(folder, "a.png");
    await files.publish(path, bytes);
    expect(new Uint8Array(await readFile(path))).toEqual(bytes);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["a.png"]);
  });

  it("never replaces a file or a link, and keeps what was there [path.output-new]", async () => {
    await writeFile(join(folder, "there"), "old");
    await symlink(join(folder, "nowhere"), join(folder, "link"));
    expect(await refusal(files.publish(join(folder, "there"), bytes))).toBe("bad_path");
    expect(await refusal(files.publish(join(folder, "link"), bytes))).toBe("bad_path");
    expect(await readFile(join(folder, "there"), "utf8")).toBe("old");
    expect((await readdir(folder)).sort()).toEqual(["link", "there"]);
  });

  it("refuses relative paths, dots, missing folders and folders behind links", async () => {
    await mkdir(join(folder, "real"));
    await symlink(join(folder, "real"), join(folder, "alias"));
    for (const path of ["a.png", `${folder}/../a.png`, `${folder}/none/a.png`, `${folder}/alias/a.png`, `${folder}/`]) {
      expect(await refusal(files.publish(path, bytes)), path).toBe("bad_path");
    }
    expect(await readdir(join(folder, "real"))).toEqual([]);
  });

  it("lets exactly one of two publishers of the same path win", async () => {
    const path = join(folder, "a.png");
    const results = await Promise.all([refusal(files.publish(path, bytes)), refusal(files.publish(path, bytes))]);
    expect(results.sort()).toEqual(["accepted", "bad_path"]);
  });
});

describe("opening a folder", () => {
  it("accepts a plain folder and refuses files, packages and links", async () => {
    await mkdir(join(folder, "plain"));
    await mkdir(join(folder, "App.app"));
    await mkdir(join(folder, "package", "Contents"), { recursive: true });
    await writeFile(join(folder, "file"), "");
    await symlink(join(folder, "plain"), join(folder, "link"));
    expect(await files.plainFolder(join(folder, "plain"))).toBe(join(folder, "plain"));
    for (const name of ["App.app", "package", "file", "link", "none"]) {
      expect(await refusal(files.plainFolder(join(folder, name))), name).toBe("bad_path");
    }
  });
});
