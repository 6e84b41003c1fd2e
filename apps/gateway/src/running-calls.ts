import type { RunningCall } from "@beans-picker/protocol";

/** One call while it runs. */
export interface CallEntry {
  /** Tells which app it turned out to be for. */
  actsOn(pid: number): void;
  end(): void;
}

/** The calls that are being carried out, for those who audit the desktop meanwhile. */
export interface RunningCalls {
  begin(tool: string): CallEntry;
  /** All of them, oldest first, as many as one note can hold. */
  list(): RunningCall[];
}

/** Most calls of one note, by the watcher's contract. */
const mostNoted = 64;

/** Calls `changed` after every change of the list. */
export function createRunningCalls(changed: () => void): RunningCalls {
  const running = new Map<number, RunningCall>();
  let count = 0;
  return {
    begin(tool) {
      const id = (count += 1);
      const note = (pid: number | null): void => {
        running.set(id, { call: String(id), tool, pid });
        changed();
      };
      note(null);
      return {
        actsOn(pid) {
          if (running.has(id) && running.get(id)?.pid !== pid) note(pid);
        },
        end() {
          if (running.delete(id)) changed();
        },
      };
    },
    list: () => [...running.values()].slice(0, mostNoted),
  };
}
