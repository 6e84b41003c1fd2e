import type { ChildSpec, Supervisor } from "@beans-picker/ipc";
import type { Front, FrontChange, WatcherContract } from "@beans-picker/protocol";
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

/** How long an event may be on its way after the watcher has told of what it is about, in milliseconds. */
const eventMs = 500;

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

/** What the monitor asks of the watcher. Both reject when it is not there or does not answer in time. */
export interface FrontWatcher {
  /** Puts the app back that was in front before any of these took its place. The watcher leaves persons' doing alone. */
  restore(from: number[]): Promise<unknown>;
  /** What is in front, by a look that begins now. */
  look(): Promise<Front>;
}

export function createFrontMonitor(watcher: FrontWatcher): FrontMonitor {
  const open = new Set<OpenRecord>();
  const waiting = new Set<() => void>();
  let present = false;
  let last: Front | undefined;
  const doubt = (): void => {
    for (const record of open) record.watched = false;
  };

  /** Answers of the watcher can pass its events, so what it saw last is waited for. */
  async function arrived(front: Front): Promise<void> {
    // Before the first event nobody knows what was in front, and whether one is on its way.
    const giveUpAt = performance.now() + eventMs;
    while (last !== undefined && last.windowId !== front.windowId) {
      const leftMs = giveUpAt - performance.now();
      if (leftMs <= 0) return;
      await nextChange(leftMs);
    }
  }

  function nextChange(leftMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, leftMs);
      waiting.add(done);
    });
  }

  /** Until nothing is being put back and a look after it has brought nothing new. */
  async function settled(record: OpenRecord): Promise<void> {
    for (;;) {
      const { length } = record.restoring;
      await Promise.all(record.restoring);
      if (!record.watched) return;
      try {
        await arrived(await watcher.look());
      } catch {
        // A watcher that does not answer may have slept through anything.
        record.watched = false;
      }
      if (record.restoring.length === length) return;
    }
  }

  return {
    attached() {
      present = true;
      // Its first event says what was in front before; what an earlier watcher said may be old.
      last = undefined;
      void watcher.look().then(
        (front) => (last ??= front),
        () => undefined,
      );
    },
    detached() {
      present = false;
      doubt();
    },
    missed: doubt,
    changed(change, at) {
      last = change.front;
      for (const record of open) {
        if (record.changes.length < maxChanges) record.changes.push({ at, change });
        if (tookTheFront(record, change) && change.front.pid !== null && record.restoring.length < maxRestores) {
          // Without it the answer says that the app stayed in front.
          record.restoring.push(watcher.restore([change.front.pid]).catch(() => undefined));
        }
      }
      for (const done of [...waiting]) done();
    },
    record(pid) {
      const record: OpenRecord = { pid, changes: [], watched: present, restoring: [] };
      open.add(record);
      return {
        settled: () => settled(record),
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
