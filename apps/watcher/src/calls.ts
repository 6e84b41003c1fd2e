import { isDeepStrictEqual } from "node:util";
import type { RunningCall } from "@beans-picker/protocol";

/** The calls that somebody said are running. */
export interface CallNotes {
  note(running: readonly RunningCall[]): void;
  running(): RunningCall[];
}

export function callNotes(onChange: (running: RunningCall[]) => void): CallNotes {
  let running: RunningCall[] = [];
  return {
    note(now) {
      if (isDeepStrictEqual(now, running)) return;
      running = [...now];
      onChange(running);
    },
    running: () => running,
  };
}
