/** A recording that a client has started. */
export interface HeldRecording {
  readonly id: string;
  /** Where its file goes. */
  readonly path: string;
  /** Which of the watchers made it; one is started again when it dies. */
  readonly watcher: number;
}

/** The one recording that a client may have. */
export interface RecordingSlot {
  /** The recording that was started and not taken yet. */
  readonly held: HeldRecording | undefined;
  /** Whether its watcher has ended: nobody can stop it any more, and its recorder has finished the file if it could. */
  isLost(recording: HeldRecording): boolean;
  /** Holds the recording that `start` makes. */
  hold<R extends { readonly recordingId: string }>(path: string, start: () => Promise<R>): Promise<R>;
  /** Empties the slot. */
  take(): HeldRecording | undefined;
  /** Puts back what was taken and could not be stopped, unless there is another one by now. */
  putBack(taken: HeldRecording): void;
  watcherLost(): void;
}

export function createRecordingSlot(): RecordingSlot {
  let watcher = 0;
  let held: HeldRecording | undefined;
  return {
    get held() {
      return held;
    },
    isLost: (recording) => recording.watcher !== watcher,
    async hold(path, start) {
      // The watcher's end may be told before its answer is.
      const maker = watcher;
      const started = await start();
      held = { id: started.recordingId, path, watcher: maker };
      return started;
    },
    take() {
      const taken = held;
      held = undefined;
      return taken;
    },
    putBack: (taken) => void (held ??= taken),
    watcherLost: () => void (watcher += 1),
  };
}
