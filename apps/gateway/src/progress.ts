/** Tells the caller of a long call how far it is. */
export interface Progress {
  /** `step` counts from 0; `part` says how much of the step lies behind, 0…1. */
  report(step: number, part: number, message: string): void;
}

export interface ProgressEvent {
  /** Grows with every event of a call. */
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}

/** How often a call says that it is still there, in milliseconds. */
const beatMs = 5_000;
/** So much of a step passes with a beat; a step never seems over because of them. */
const beatPart = 0.001;

/** Sends events that grow, and repeats the last one while nothing happens. `stop` ends that. */
export function createProgress(
  total: number,
  send: (event: ProgressEvent) => void,
  every: number = beatMs,
): Progress & { stop(): void } {
  let progress = 0;
  let told = "";
  const tell = (at: number, message: string): void => {
    progress = Math.max(at, progress + beatPart);
    told = message;
    send({ progress: Math.min(progress, total), total, message });
  };
  const beat = setInterval(() => {
    if (progress + beatPart < total) tell(progress + beatPart, told === "" ? "waiting" : told);
  }, every);
  beat.unref();
  return {
    report: (step, part, message) => tell(step + part, message),
    stop: () => clearInterval(beat),
  };
}

export const noProgress: Progress = { report: () => undefined };
