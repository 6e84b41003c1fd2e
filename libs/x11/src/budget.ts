import { CodedError } from "@beans-picker/shared";

/** How long a call may still take. */
export interface Budget {
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
  /** Milliseconds left, never negative. */
  remainingMs(): number;
}

/** A budget of its own, for what is done without a caller. */
export function budgetOf(ms: number): Budget {
  const until = performance.now() + ms;
  return { signal: new AbortController().signal, remainingMs: () => Math.max(0, until - performance.now()) };
}

/** A timer of more milliseconds would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** What became of `work`, or `cancelled` or `driver_timeout` when the caller's patience ends first. */
export function within<T>(budget: Budget, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => {
        budget.signal.removeEventListener("abort", abort);
        reject(new CodedError("driver_timeout", "The X server did not answer in time."));
      },
      Math.min(budget.remainingMs(), longestTimer),
    );
    budget.signal.addEventListener("abort", abort, { once: true });
    if (budget.signal.aborted) abort();
    work.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error instanceof Error ? error : new Error("the X server could not be asked"));
      },
    );
    function abort(): void {
      settle();
      reject(new CodedError("cancelled"));
    }
    function settle(): void {
      clearTimeout(timer);
      budget.signal.removeEventListener("abort", abort);
    }
  });
}

/** Throws when nothing may be sent any more. */
export function assertTimeLeft(budget: Budget): void {
  if (budget.signal.aborted) throw new CodedError("cancelled", undefined, { delivery: "not_delivered", retry: true });
  if (budget.remainingMs() <= 0) {
    throw new CodedError("driver_timeout", "The deadline passed before anything was sent; nothing was done.", {
      delivery: "not_delivered",
      retry: true,
    });
  }
}

/** Looks every `everyMs` until `seen` gives something other than undefined; undefined after `ms` or when time is up. */
export async function eventually<T>(
  budget: Budget,
  ms: number,
  everyMs: number,
  seen: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const stopAt = Math.max(0, budget.remainingMs() - ms);
  for (;;) {
    const value = await within(budget, seen());
    if (value !== undefined || budget.signal.aborted || budget.remainingMs() - everyMs <= stopAt) return value;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
