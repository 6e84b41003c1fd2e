/**
 * The name of a sandbox's directory says which guard owns it, so that there is no moment at which a directory exists
 * without an owner: `bp-<pid namespace>-<pid>-<start time>-<random>`, numbers in base 36.
 */
export interface GuardIdentity {
  /** Inode of the guard's pid namespace: a container that shares /tmp must not judge our pids. */
  namespace: number;
  pid: number;
  /** Field 22 of /proc/PID/stat, in clock ticks since boot. Together with the pid it names one process. */
  startTime: number;
}

const prefix = "bp";

/** Directory name up to the random part, ready for mkdtemp. */
export function directoryPrefix({ namespace, pid, startTime }: GuardIdentity): string {
  return `${[prefix, ...[namespace, pid, startTime].map((part) => part.toString(36))].join("-")}-`;
}

/** The guard that `name` names, or undefined for a directory that is not a sandbox. */
export function parseDirectoryName(name: string): GuardIdentity | undefined {
  const match = /^bp-([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)-[A-Za-z0-9]{6}$/.exec(name);
  const [namespace, pid, startTime] = (match?.slice(1) ?? []).map((part) => Number.parseInt(part, 36));
  if (namespace === undefined || pid === undefined || startTime === undefined) return undefined;
  return { namespace, pid, startTime };
}
