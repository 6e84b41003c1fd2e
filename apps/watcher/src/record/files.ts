import { chmod, link, lstat, open, readdir, realpath, rename, rm, unlink } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { CodedError } from "@beans-picker/shared";

const prefix = ".beans-picker-recording-";
const stagingName = /^\.beans-picker-recording-(\d{1,10})$/;

/** Fails with `bad_path` unless a new file can be made there. */
export async function assertNewFile(path: string): Promise<void> {
  if (!isAbsolute(path) || normalize(path) !== path || path.endsWith("/") || path.includes("\0")) {
    throw new CodedError(
      "bad_path",
      "The path of a recording must be absolute, without `.` and `..`; nothing was recorded.",
    );
  }
  const folder = dirname(path);
  const real = await realpath(folder).catch(() => undefined);
  if (real !== folder) {
    throw new CodedError(
      "bad_path",
      "The folder of the recording is not there or is reached by a link; nothing was recorded.",
    );
  }
  if (await isThere(path)) {
    throw new CodedError(
      "bad_path",
      "There is something at that path already, which is never replaced; nothing was recorded.",
    );
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** The private folder of a recorder beside the destination; its name tells whose it is, so what the dead left is found. */
export function stagingFor(path: string, recorderPid: number): string {
  return join(dirname(path), `${prefix}${recorderPid}`);
}

/** Removes what recorders that died have left beside the destination. */
export async function sweepStaging(path: string, isAlive: (pid: number) => boolean): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = stagingName.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Puts the finished file at its place in one step, never over another. False when there is something already. */
export async function publish(file: string, path: string): Promise<boolean> {
  await chmod(file, 0o600);
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(file, path);
    await unlink(file);
    return true;
  } catch {
    // Not every file system has links. Looking first leaves a moment, but never half a file.
    if (await isThere(path)) return false;
    return rename(file, path).then(
      () => true,
      () => false,
    );
  }
}
