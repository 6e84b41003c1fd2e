import { readFileSync } from "node:fs";

/** Asks whether a process is still the one that made a name, by its pid and its start time. */
export interface ProcessTable {
  exists(pid: number): boolean;
  /** Start time as the kernel counts it; undefined where it cannot be read. Tells a reused pid from the first owner. */
  startTime(pid: number): string | undefined;
}

export const systemProcesses: ProcessTable = {
  exists(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // EPERM: it lives and belongs to someone else.
      return error instanceof Error && Reflect.get(error, "code") === "EPERM";
    }
  },
  startTime(pid) {
    try {
      return startTimeOf(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch {
      return undefined;
    }
  },
};

/** Field 22 of /proc/<pid>/stat (proc(5)). The second field is a name that may hold spaces and brackets. */
export function startTimeOf(stat: string): string | undefined {
  const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = afterName[22 - 3];
  return field !== undefined && /^\d+$/.test(field) ? field : undefined;
}
