import { constants, lstatSync, mkdirSync, readdirSync, rmdirSync, unlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { CodedError } from "@beans-picker/shared";
import { maxSocketPathBytes } from "./address.js";
import { formatInstanceName, ownerIsDead, parseInstanceName } from "./instance-name.js";
import { systemProcesses, type ProcessTable } from "./process-identity.js";

/** Bytes that an instance's name and the longest socket name add to the base: `/1234567-1234567890-abcdef/verifier.events`. */
const roomForNames = 50;

export interface RuntimeDirSource {
  readonly env: NodeJS.ProcessEnv;
  readonly uid: number;
  readonly pid: number;
  readonly processes: ProcessTable;
  /** Six hexadecimal digits. */
  readonly nonce: string;
}

export interface RuntimeDir {
  readonly path: string;
  /** Makes the directory again if something cleaned it away. */
  ensure(): void;
  /** Removes what is left in the directory and the directory itself. */
  remove(): void;
}

export function runtimeDirSource(nonce: string): RuntimeDirSource {
  return { env: process.env, uid: process.geteuid?.() ?? -1, pid: process.pid, processes: systemProcesses, nonce };
}

/**
 * The directory that holds one directory per supervisor: `$XDG_RUNTIME_DIR/beans-picker`, or `/tmp/beans-picker-<uid>`
 * when the variable is unset, unsafe or too long for a socket path.
 */
export function chooseBase(source: Pick<RuntimeDirSource, "env" | "uid">): string {
  const given = source.env["XDG_RUNTIME_DIR"];
  if (given !== undefined && given.startsWith("/")) {
    const base = join(given, "beans-picker");
    if (Buffer.byteLength(base) + roomForNames <= maxSocketPathBytes && faultOf(given, source.uid) === undefined)
      return base;
  }
  return `/tmp/beans-picker-${source.uid}`;
}

/**
 * Makes a private directory for this supervisor below `base`, and removes those of supervisors that died. Rejects with
 * `runtime_dir_unsafe` when the base could be read or changed by someone else, or is too long; it is never repaired.
 */
export function createRuntimeDir(base: string, source: RuntimeDirSource): RuntimeDir {
  const bytes = Buffer.byteLength(base) + roomForNames;
  if (!base.startsWith("/")) throw unsafe("its path is not absolute");
  if (bytes > maxSocketPathBytes) {
    throw unsafe(
      `its path has ${bytes - roomForNames} bytes and at most ${maxSocketPathBytes - roomForNames} leave room for a socket`,
    );
  }
  ensurePrivate(base, source.uid);
  sweep(base, source);
  const startTime = source.processes.startTime(source.pid) ?? "0";
  const path = join(base, formatInstanceName({ pid: source.pid, startTime, nonce: source.nonce }));
  mkdirSync(path, { mode: 0o700 });
  ensurePrivate(path, source.uid);
  return { path, ensure: () => ensurePrivate(path, source.uid), remove: () => removeInstance(path, source.uid) };
}

function ensurePrivate(path: string, uid: number): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, "code") !== "EEXIST") throw unsafe("it cannot be created");
  }
  const fault = faultOf(path, uid);
  if (fault !== undefined) throw unsafe(fault);
}

/** What is unsafe about a directory, or undefined. Looks at the path itself, never at what a link points to. */
export function faultOf(path: string, uid: number): string | undefined {
  let found: Stats;
  try {
    found = lstatSync(path);
  } catch {
    return "it cannot be looked at";
  }
  if (found.isSymbolicLink()) return "it is a symbolic link";
  if (!found.isDirectory()) return "it is not a directory";
  if (found.uid !== uid) return "it belongs to another user";
  const bits = found.mode & (constants.S_IRWXU | constants.S_IRWXG | constants.S_IRWXO);
  return bits === 0o700 ? undefined : `its mode is 0${bits.toString(8).padStart(3, "0")} and must be 0700`;
}

function unsafe(reason: string): CodedError {
  return new CodedError(
    "runtime_dir_unsafe",
    `The runtime directory was not used: ${reason}. Remove it or set XDG_RUNTIME_DIR to a private directory.`,
  );
}

function sweep(base: string, source: RuntimeDirSource): void {
  for (const entry of readdirSync(base)) {
    const name = parseInstanceName(entry);
    if (name !== undefined && ownerIsDead(name, source.processes)) removeInstance(join(base, entry), source.uid);
  }
}

/** Removes the entries of one directory, links as links, and then the directory; anything deeper stays. */
export function removeInstance(path: string, uid: number): void {
  if (faultOf(path, uid) !== undefined) return;
  try {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (!entry.isDirectory()) unlinkSync(join(path, entry.name));
    }
    rmdirSync(path);
  } catch {
    // Another process removes it at the same time, or something of someone else is in it: it stays for the next sweep.
  }
}
