import { readFileSync } from "node:fs";
import { parseProcess, type ProcessFacts } from "@beans-picker/desktop";
import { isStartedBy } from "./started-by.js";

/** What is asked about processes of this machine. */
export interface Processes {
  /**
   * From now on, tells which processes that app starts. What cannot be known is answered with no: a process that has left
   * its family and its session, one of another user, and everything where there is no /proc.
   */
  startedBy(pid: number): (other: number) => boolean;
}

/** The processes as the kernel lists them. Source: proc(5). */
export const processes: Processes = {
  startedBy(pid) {
    const app = read(pid);
    const since = nowTicks();
    return (other) => app !== null && since !== null && isStartedBy(other, app, since, read);
  },
};

function read(pid: number): ProcessFacts | null {
  try {
    return parseProcess(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    // It has ended, or there is no such folder here.
    return null;
  }
}

/** Now in the clock of start times: a hundredth of a second since the machine was started (USER_HZ on every Linux that Node runs on). */
function nowTicks(): number | null {
  try {
    return Math.floor(Number(readFileSync("/proc/uptime", "latin1").split(" ")[0]) * 100);
  } catch {
    return null;
  }
}
