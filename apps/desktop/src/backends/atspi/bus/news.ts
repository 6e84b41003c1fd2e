import type { CallBudget } from "../../../budget.js";

/** Counts what the connections on the bus tell of themselves, so that one can wait for the next thing that one tells. */
export class News {
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  /** Takes in that a connection told something. */
  note(bus: string): void {
    this.#counts.set(bus, this.count(bus) + 1);
    for (const look of this.#waiting) look();
  }

  /** How much a connection has told so far. Only good for comparing. */
  count(bus: string): number {
    return this.#counts.get(bus) ?? 0;
  }

  forget(bus: string): void {
    this.#counts.delete(bus);
    for (const look of this.#waiting) look();
  }

  /** True when one of the connections tells more than it had told then, false after `waitMs` or when the caller gave up. */
  async after(counts: ReadonlyMap<string, number>, waitMs: number, budget: CallBudget): Promise<boolean> {
    const isNew = (): boolean => [...counts].some(([bus, count]) => this.count(bus) !== count);
    if (isNew()) return true;
    return await new Promise<boolean>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        budget.signal.removeEventListener("abort", end);
        resolve(isNew());
      };
      const look = (): void => {
        if (isNew()) end();
      };
      const timer = setTimeout(end, Math.min(waitMs, budget.remainingMs()));
      this.#waiting.add(look);
      budget.signal.addEventListener("abort", end, { once: true });
      if (budget.signal.aborted) end();
    });
  }
}
