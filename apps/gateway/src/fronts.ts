import type { ChildSpec, Supervisor } from "@beans-picker/ipc";
import type { FrontChange, WatcherContract } from "@beans-picker/protocol";
import type { FrontPort, FrontRecord } from "./context.js";

/** Enough for any call; the answer lists far fewer. */
const maxChanges = 256;

interface OpenRecord {
  readonly pid: number | null;
  /** What is being put back. */
  readonly restoring: Promise<unknown>[];
  readonly changes: { at: number; change: FrontChange }[];
  watched: boolean;
}

/** An app that takes the front more often during one call is fighting for it, and is left to the person. */
const maxRestores = 8;

/** Whether the change is one that a call on that app has to undo: not a person's, and not what put the front back. */
function tookTheFront({ pid, changes }: OpenRecord, { front, cause }: FrontChange): boolean {
  // While an app is only being started, the one that was in front before has every right to be there.
  const before = changes[0]?.change.previous.pid;
  if (pid === null ? front.pid === before : front.pid !== pid) return false;
  switch (cause) {
    case "app":
    case "opened":
    case "unknown":
      return true;
    case "person":
    case "closed":
    case "restore":
      return false;
  }
}

/** Spreads the watcher's events over the calls that are running. */
export interface FrontMonitor extends FrontPort {
  /** The watcher is there and subscribed. */
  attached(): void;
  /** The watcher is gone, or events were missed: running records can no longer vouch for silence. */
  detached(): void;
  missed(): void;
  changed(change: FrontChange, at: number): void;
}

/** Puts the app back that was in front before any of these took its place. The watcher leaves persons' doing alone. */
export type RestoreFront = (from: number[]) => Promise<unknown>;

export function createFrontMonitor(restore: RestoreFront): FrontMonitor {
  const open = new Set<OpenRecord>();
  let present = false;
  const doubt = (): void => {
    for (const record of open) record.watched = false;
  };
  return {
    attached() {
      present = true;
    },
    detached() {
      present = false;
      doubt();
    },
    missed: doubt,
    changed(change, at) {
      for (const record of open) {
        if (record.changes.length < maxChanges) record.changes.push({ at, change });
        if (tookTheFront(record, change) && change.front.pid !== null && record.restoring.length < maxRestores) {
          // Without it the answer says that the app stayed in front.
          record.restoring.push(restore([change.front.pid]).catch(() => undefined));
        }
      }
    },
    record(pid) {
      const record: OpenRecord = { pid, changes: [], watched: present, restoring: [] };
      open.add(record);
      return {
        async settled() {
          await Promise.all(record.restoring);
        },
        stop(): FrontRecord {
          open.delete(record);
          return { changes: record.changes, watched: record.watched };
        },
      };
    },
  };
}

/** Keeps the monitor fed while the watcher is there, through its restarts. */
export function followFront(
  supervisor: Supervisor<{ watcher: ChildSpec<WatcherContract> }>,
  front: FrontMonitor,
): void {
  const attach = async (): Promise<void> => {
    const client = await supervisor.client("watcher");
    client.subscribe("front.changed", (change, { at, missed }) => {
      if (missed > 0) front.missed();
      front.changed(change, at);
    });
    front.attached();
  };
  // Without a watcher the answers say so themselves; there is nothing to report here.
  const tryAttach = (): void => void attach().catch(() => undefined);
  supervisor.on("ready", (role) => {
    if (role === "watcher") tryAttach();
  });
  supervisor.on("lost", (role) => {
    if (role === "watcher") front.detached();
  });
  if (supervisor.status().watcher === "ready") tryAttach();
}
