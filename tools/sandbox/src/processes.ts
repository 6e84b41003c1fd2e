import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

import { markerVariable } from "./environment.js";
import { systemCodeOf } from "./errors.js";
import type { GuardIdentity } from "./identity.js";

interface Stat {
  parent: number;
  startTime: number;
}

/** Parent and start time of a live process; undefined when there is none. A zombie counts as gone. */
export function statOf(pid: number): Stat | undefined {
  const text = readProc(pid, "stat");
  if (text === undefined) return undefined;
  // The command name may hold spaces and brackets; everything after the last bracket is numbers.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  return { parent: Number(fields[1]), startTime: Number(fields[19]) };
}

/** Inode of this process's pid namespace. */
export function pidNamespace(): number {
  return Number(/\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? 0);
}

/** Whether the guard that made a directory is still there. */
export function isAlive(guard: GuardIdentity): boolean {
  return statOf(guard.pid)?.startTime === guard.startTime;
}

/**
 * Processes of sandbox `id`: those that carry its marker, and what they started, because some programs overwrite
 * or drop their environment. `spared` and this process are never in the list.
 */
export function sandboxProcesses(id: string, spared: readonly number[] = []): number[] {
  const parents = new Map<number, number>();
  const members = new Set<number>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid || spared.includes(pid)) continue;
    const stat = statOf(pid);
    if (stat === undefined) continue;
    parents.set(pid, stat.parent);
    if (readProc(pid, "environ")?.split("\0").includes(`${markerVariable}=${id}`)) members.add(pid);
  }
  for (let grown = true; grown;) {
    grown = false;
    for (const [pid, parent] of parents) {
      if (members.has(parent) && !members.has(pid)) {
        members.add(pid);
        grown = true;
      }
    }
  }
  return [...members];
}

/**
 * Ends every process of sandbox `id`: SIGTERM, then SIGKILL after `graceMs`. Looks again until none is left, since a
 * process may have forked meanwhile. Returns the pids that are still there after `graceMs` more.
 */
export async function endProcesses(id: string, graceMs: number, spared: readonly number[] = []): Promise<number[]> {
  const killAt = Date.now() + graceMs;
  const giveUpAt = killAt + graceMs;
  const asked = new Set<number>();
  for (;;) {
    const left = sandboxProcesses(id, spared);
    if (left.length === 0 || Date.now() > giveUpAt) return left;
    const impatient = Date.now() >= killAt;
    for (const pid of left) {
      if (impatient) signal(pid, "SIGKILL");
      else if (!asked.has(pid)) signal(pid, "SIGTERM");
      asked.add(pid);
    }
    await delay(20);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // Gone between the look and the signal is what was wanted; another user's process is not ours to end.
    if (systemCodeOf(error) !== "ESRCH" && systemCodeOf(error) !== "EPERM") throw error;
  }
}

function readProc(pid: number, file: "stat" | "environ"): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    // The process ended, or belongs to someone else.
    return undefined;
  }
}
