import { readFileSync } from "node:fs";

/** Asks the operating system. On Linux an ended process that its parent has not collected yet counts as ended. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs and belongs to someone else.
    return error instanceof Error && Reflect.get(error, "code") === "EPERM";
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before the state may hold spaces and brackets (proc(5)).
    return !"ZX".includes(stat.charAt(stat.lastIndexOf(")") + 2));
  } catch {
    return true;
  }
}
