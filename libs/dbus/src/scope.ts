import { BusFault } from "./fault.js";

/** How long a call may still take. */
export interface CallBudget {
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
  /** Milliseconds left, never negative. */
  remainingMs(): number;
}

/** The calls of one operation: they all end when its budget does. */
export class CallScope {
  #waiting = new Set<(kind: "timeout" | "cancelled") => void>();
  #over: "timeout" | "cancelled" | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #cancel = (): void => this.#end("cancelled");

  constructor(readonly budget: CallBudget) {
    this.#timer = setTimeout(() => this.#end("timeout"), Math.min(budget.remainingMs(), longestMs));
    if (budget.signal.aborted) this.#end("cancelled");
    else if (budget.remainingMs() <= 0) this.#end("timeout");
    budget.signal.addEventListener("abort", this.#cancel, { once: true });
  }

  get over(): "timeout" | "cancelled" | undefined {
    return this.#over;
  }

  /** Calls `end` when the budget is used up, unless what it returns was called before. Throws when it is used up already. */
  onEnd(end: (kind: "timeout" | "cancelled") => void): () => void {
    if (this.#over !== undefined) throw new BusFault(this.#over, false);
    this.#waiting.add(end);
    return () => this.#waiting.delete(end);
  }

  close(): void {
    this.#end("cancelled");
  }

  #end(kind: "timeout" | "cancelled"): void {
    if (this.#over !== undefined) return;
    this.#over = kind;
    clearTimeout(this.#timer);
    this.budget.signal.removeEventListener("abort", this.#cancel);
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const end of waiting) end(kind);
  }
}

/** Longer times do not fit a timer. */
const longestMs = 2 ** 31 - 1;

/** Runs calls within a budget; those still under way when `run` ends are given up. */
export async function within<T>(budget: CallBudget, run: (scope: CallScope) => Promise<T>): Promise<T> {
  const scope = new CallScope(budget);
  try {
    return await run(scope);
  } finally {
    scope.close();
  }
}
