import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { type GuardIdentity, parseDirectoryName } from "./identity.js";
import { endProcesses, isAlive, pidNamespace } from "./processes.js";

/** How long a process of a sandbox gets between SIGTERM and SIGKILL. */
export const graceMs = 1_500;

/**
 * Clears what guards that were killed left behind: their processes and directories. A guard that lives, another user's
 * directory, or one made in another pid namespace is left alone. Returns the names removed.
 */
export async function removeStaleSandboxes(base: string): Promise<string[]> {
  const namespace = pidNamespace();
  const stale = readdirSync(base).filter((name) => {
    const guard = parseDirectoryName(name);
    return guard !== undefined && isStale(guard, namespace) && isOwnDirectory(join(base, name));
  });
  await Promise.all(
    stale.map(async (name) => {
      await endProcesses(name, graceMs);
      await removeDirectory(join(base, name));
    }),
  );
  return stale;
}

/** Removes a sandbox's directory, unless something is mounted below it: that would remove the mounted files too. */
export async function removeDirectory(dir: string): Promise<void> {
  if (mountPoints().some((point) => point.startsWith(`${dir}/`))) return;
  // A process that was just killed may still have been writing.
  await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

function isStale(guard: GuardIdentity, namespace: number): boolean {
  return guard.namespace === namespace && !isAlive(guard);
}

function isOwnDirectory(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.();
}

function mountPoints(): string[] {
  const lines = readFileSync("/proc/self/mounts", "utf8").split("\n");
  return lines.map((line) => line.split(" ")[1] ?? "");
}
