import type { ProcessTable } from "./process-identity.js";

/** Name of a supervisor's directory: `<pid>-<start time or 0>-<nonce>`, so that its owner can be looked up later. */
export interface InstanceName {
  readonly pid: number;
  /** "0" where the platform does not tell. */
  readonly startTime: string;
  readonly nonce: string;
}

export function formatInstanceName(name: InstanceName): string {
  return `${name.pid}-${name.startTime}-${name.nonce}`;
}

export function parseInstanceName(text: string): InstanceName | undefined {
  const match = /^([1-9]\d{0,9})-(\d{1,20})-([0-9a-f]{6})$/.exec(text);
  const [, pid, startTime, nonce] = match ?? [];
  if (pid === undefined || startTime === undefined || nonce === undefined) return undefined;
  return { pid: Number(pid), startTime, nonce };
}

/** Decides whether the directory's owner is gone. In doubt it counts as alive, and the directory stays. */
export function ownerIsDead(name: InstanceName, processes: ProcessTable): boolean {
  if (!processes.exists(name.pid)) return true;
  const startTime = processes.startTime(name.pid);
  return name.startTime !== "0" && startTime !== undefined && startTime !== name.startTime;
}
