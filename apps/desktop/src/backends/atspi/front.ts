import { pause, startBudget, type CallBudget, type Clock } from "../../budget.js";
import type { Desk } from "./desk.js";

/** How long after an action its app may still come to the front by itself, and how often that is looked at, in ms. */
const LINGER_MS = 1_500;
const POLL_MS = 40;
/** An app that comes to the front again and again is left there in the end. */
const MOST_TIMES = 3;
/** How long giving the front back may take once the caller has its answer, in ms. */
const GIVE_BACK_MS = 2_000;

/** Which window is in front, and how to give the front back. */
export type FrontDesk = Pick<Desk, "activeWindow" | "personIdleMs" | "view" | "activate">;

/**
 * Keeps the front with the window that has it: when an app comes to the front because of what was done here, the front
 * is given back at once, or as soon as it happens within a moment afterwards. What a person did meanwhile stands.
 */
export class FrontKeeper {
  #watch: AbortController | undefined;
  #watched: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly desk: FrontDesk,
    private readonly clock: Clock,
  ) {}

  /** Runs `work`. Its outcome is the outcome, whatever becomes of the front. */
  async keep<T>(work: () => Promise<T>, budget: CallBudget): Promise<T> {
    const since = this.clock();
    // What an earlier action is still watched for is settled first, so that its app is not taken for the front.
    await this.#settle();
    const before = (await this.desk.activeWindow(budget).catch(() => null)) ?? 0;
    if (before === 0) return await work();
    try {
      return await work();
    } finally {
      await this.#giveBack({ before, since }, budget).catch(() => undefined);
      this.#linger({ before, since });
    }
  }

  /** Ends the watch that may still be on. */
  async close(): Promise<void> {
    this.#watch?.abort();
    await this.#watched;
  }

  async #settle(): Promise<void> {
    this.#watch?.abort();
    await this.#watched;
  }

  #linger(kept: Kept): void {
    const watch = new AbortController();
    const budget = startBudget(watch.signal, LINGER_MS, this.clock);
    this.#watch = watch;
    this.#watched = (async () => {
      let given = 0;
      do {
        const patient = startBudget(new AbortController().signal, GIVE_BACK_MS, this.clock);
        if ((await this.#giveBack(kept, patient)) === "given") given += 1;
      } while (given < MOST_TIMES && (await pause(POLL_MS, budget)));
    })().catch(() => undefined);
  }

  async #giveBack({ before, since }: Kept, budget: CallBudget): Promise<"kept" | "given"> {
    const now = await this.desk.activeWindow(budget);
    if (now === before || now === null || now === 0) return "kept";
    const [idle, { windows }] = await Promise.all([this.desk.personIdleMs(budget), this.desk.view(budget)]);
    // Where input is not counted it is not known who did it; a person would have to be quick.
    if (idle !== null && idle < this.clock() - since) return "kept";
    const [lost, gained] = [before, now].map((id) => windows.find((window) => window.id === id));
    if (lost === undefined || (lost.pid !== null && lost.pid === gained?.pid)) return "kept";
    await this.desk.activate(before, budget);
    return "given";
  }
}

interface Kept {
  readonly before: number;
  /** When the work began, by the clock. */
  readonly since: number;
}
