import type { ChildSpec, Supervisor } from "@beans-picker/ipc";
import type { Front, FrontChange, WatcherContract } from "@beans-picker/protocol";
import type { FrontPort, FrontRecord } from "./context.js";
import type { Processes } from "./processes.js";

/** Enough for any call; the answer lists far fewer. */
const maxChanges = 256;

interface OpenRecord {
  /** Whether the call is answerable for that app being in front. */
  isOurs(front: Front): boolean;
  /** What was in front before the first change. */
  before: Front | undefined;
  /** Apps of the call's that took the front: none of them is what was there before. */
  readonly thieves: Set<number>;
  /** What is being put back. */
  readonly restoring: Promise<unknown>[];
  readonly changes: { at: number; change: FrontChange; ours: boolean }[];
  watched: boolean;
}

/** An app that takes the front more often during one call is fighting for it, and is left to the person. */
const maxRestores = 8;

/** How long an event may be on its way after the watcher has told of what it is about, in milliseconds. */
const eventMs = 500;

/** Whether a change to an app of the call's has to be undone: not a person's, and not what put the front back. */
function isTaken({ cause }: FrontChange): boolean {
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

export function createFrontMonitor(watcher: FrontWatcher, processes: Processes): FrontMonitor {
  const open = new Set<OpenRecord>();
  const waiting = new Set<() => void>();
  let present = false;
  let last: Front | undefined;
  /** The app that was in front last; window managers say for a moment between two windows that none is. */
  let holder: number | null = null;
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

  /** The app that is acted on, and what it starts because of that. */
  function isOf(pid: number): OpenRecord["isOurs"] {
    const startedMeanwhile = processes.startedBy(pid);
    return (front) => front.pid === pid || (front.pid !== null && startedMeanwhile(front.pid));
  }

  function note(record: OpenRecord, change: FrontChange, at: number): void {
    const { changes, thieves, restoring } = record;
    const { pid } = change.front;
    record.before ??= change.previous;
    const isNobody = pid === null && change.front.windowId === null;
    const ours = !isNobody && record.isOurs(change.front);
    if (changes.length < maxChanges) changes.push({ at, change, ours });
    if (!ours || !isTaken(change) || pid === null || restoring.length >= maxRestores) return;
    thieves.add(pid);
    // Without it the answer says that the app stayed in front.
    restoring.push(watcher.restore([...thieves]).catch(() => undefined));
  }

  return {
    attached() {
      present = true;
      // Its first event says what was in front before; what an earlier watcher said may be old.
      last = undefined;
      holder = null;
      void watcher.look().then(
        (front) => {
          last ??= front;
          holder ??= front.pid;
        },
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
      const before = change.previous.pid ?? holder;
      holder = change.front.pid ?? before;
      // Another window of the app that has the front anyway, such as its dialog, takes it from nobody.
      const stays = change.front.pid !== null && change.front.pid === before;
      for (const record of open) if (!stays) note(record, change, at);
      for (const done of [...waiting]) done();
    },
    record(pid) {
      const record: OpenRecord = {
        // While an app is only being started, whatever comes to the front is meant, but not what was there before.
        isOurs: pid === null ? (front) => front.pid !== record.before?.pid : isOf(pid),
        before: undefined,
        thieves: new Set(),
        changes: [],
        watched: present,
        restoring: [],
      };
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
