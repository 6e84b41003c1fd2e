import type { ChildSpec, Supervisor } from "@beans-picker/ipc";
import type { FrontChange, WatcherContract } from "@beans-picker/protocol";
import type { FrontPort, FrontRecord } from "./context.js";

/** Enough for any call; the answer lists far fewer. */
const maxChanges = 256;

interface OpenRecord {
  readonly changes: { at: number; change: FrontChange }[];
  watched: boolean;
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

export function createFrontMonitor(): FrontMonitor {
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
      for (const { changes } of open) if (changes.length < maxChanges) changes.push({ at, change });
    },
    record() {
      const record: OpenRecord = { changes: [], watched: present };
      open.add(record);
      return {
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
