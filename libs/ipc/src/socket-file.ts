import { lstat, unlink } from "node:fs/promises";
import { connect } from "node:net";
import { CodedError } from "@beans-picker/shared";
import type { Socket } from "zeromq";
import { socketPath } from "./address.js";
import { errorKind } from "./log.js";

/** Binds are taken one at a time, because the umask belongs to the whole process. */
let lastBind: Promise<void> = Promise.resolve();

/** A bound socket file, known by its inode so that only our own file is ever removed. */
export interface SocketFile {
  readonly path: string;
  readonly inode: bigint;
}

/**
 * Binds a socket to an `ipc://` address so that only this user can connect. A socket file without a listener is removed
 * first; one with a living listener, or anything that is not a socket, is refused and left alone.
 */
export async function bindPrivately(socket: Socket, address: string): Promise<SocketFile> {
  const path = socketPath(address);
  const bound = lastBind.then(async () => {
    await clearStale(path);
    const before = process.umask(0o077);
    try {
      await socket.bind(address);
    } finally {
      process.umask(before);
    }
    return { path, inode: (await lstat(path, { bigint: true })).ino };
  });
  lastBind = bound.then(
    () => undefined,
    () => undefined,
  );
  return await bound;
}

/** Removes the file of a closed socket, unless another has taken its place. libzmq leaves it behind. */
export async function removeSocketFile(file: SocketFile): Promise<void> {
  if (await isOurs(file)) await unlink(file.path).catch(() => undefined);
}

async function isOurs(file: SocketFile): Promise<boolean> {
  try {
    return (await lstat(file.path, { bigint: true })).ino === file.inode;
  } catch {
    return false;
  }
}

async function clearStale(path: string): Promise<void> {
  try {
    const found = await lstat(path);
    if (!found.isSocket()) {
      throw new CodedError(
        "runtime_dir_unsafe",
        "Something that is not a socket is in the place of ours; nothing was opened.",
      );
    }
  } catch (error) {
    if (errorKind(error).errorCode === "ENOENT") return;
    throw error;
  }
  if (await answers(path)) {
    throw new CodedError("address_in_use", "Another process already serves this address; nothing was opened.");
  }
  await unlink(path);
}

/** Only a refused connection proves that nobody listens; every other failure counts as a living owner. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    const finish = (alive: boolean): void => {
      probe.destroy();
      resolve(alive);
    };
    probe.setTimeout(1_000, () => finish(true));
    probe.once("connect", () => finish(true));
    probe.once("error", (error) => {
      const code = errorKind(error).errorCode;
      finish(code !== "ECONNREFUSED" && code !== "ENOENT");
    });
  });
}
