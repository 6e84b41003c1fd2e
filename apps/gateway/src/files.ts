import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, lstat, open, readdir, realpath, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  checkAbsolutePath,
  checkOutputPath,
  checkPlainFolder,
  CodedError,
  type PathFacts,
  type PathKind,
} from "@beans-picker/shared";
import type { FilesPort } from "./context.js";

/** The real file system behind the path rules. */
export const files: FilesPort = {
  async publish(path, bytes) {
    const form = checkAbsolutePath(path);
    const checked = form.ok ? checkOutputPath(path, await facts(path)) : form;
    if (!checked.ok) throw new CodedError("bad_path", checked.message);
    const staging = join(dirname(path), `.bp-impl-${randomBytes(12).toString("hex")}`);
    try {
      const file = await open(staging, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      // A link fails when something appeared at the destination meanwhile; a rename would replace it.
      await link(staging, path);
    } catch {
      throw new CodedError(
        "bad_path",
        "The file could not be written there; nothing was saved. Check the folder's rights and space.",
      );
    } finally {
      await unlink(staging).catch(() => undefined);
    }
  },
  async plainFolder(path) {
    const form = checkAbsolutePath(path);
    const checked = form.ok
      ? checkPlainFolder(path, { ...(await facts(path)), childNames: await readdir(path).catch(() => null) })
      : form;
    if (!checked.ok) throw new CodedError("bad_path", checked.message);
    return path;
  },
};

async function facts(path: string): Promise<PathFacts> {
  const parent = dirname(path);
  const [kind, real, parentKind, parentReal] = await Promise.all([
    kindOf(path),
    realpath(path).catch(() => null),
    kindOf(parent),
    realpath(parent).catch(() => null),
  ]);
  return { kind, realpath: real, parentKind, parentRealpath: parentReal };
}

async function kindOf(path: string): Promise<PathKind> {
  const stat = await lstat(path).catch(() => null);
  if (stat === null) return "absent";
  if (stat.isSymbolicLink()) return "symlink";
  if (stat.isDirectory()) return "directory";
  return stat.isFile() ? "file" : "other";
}
