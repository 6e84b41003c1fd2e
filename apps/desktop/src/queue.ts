import { CodedError } from "@beans-picker/shared";

/** Calls that may wait at one place. More than this is a caller that does not stop. */
const MAX_WAITING = 64;

/** Runs at most `size` tasks at a time, first come, first served. */
export class Slots {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly size: number) {}

  /** Rejects with `overloaded` or, when `signal` aborts while the task still waits, with `cancelled`. */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  get idle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    if (this.#running < this.size) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= MAX_WAITING) {
      throw new CodedError("overloaded", undefined, { delivery: "not_delivered", retry: true });
    }
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        reject(cancelled());
      };
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(admit);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    // The slot is handed over, so that nobody can slip in between.
    if (next === undefined) this.#running -= 1;
    else next();
  }
}

/** One line per key: tasks of the same key run one after the other, tasks of different keys side by side. */
export class Lanes {
  readonly #lanes = new Map<string, Slots>();

  async run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? new Slots(1);
    this.#lanes.set(key, lane);
    try {
      return await lane.run(signal, task);
    } finally {
      if (lane.idle) this.#lanes.delete(key);
    }
  }
}

function cancelled(): CodedError {
  return new CodedError("cancelled", undefined, { delivery: "not_delivered", retry: true });
}
