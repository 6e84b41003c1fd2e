import { CodedError } from "@beans-picker/shared";

/** How long a call may still take. Handed down through every part of it, so no part can wait longer than the caller does. */
export interface CallBudget {
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
  /** Milliseconds left, never negative. */
  remainingMs(): number;
}

/** A monotonic clock in milliseconds. */
export type Clock = () => number;

export const monotonic: Clock = () => performance.now();

/** `deadlineMs` counts from now. */
export function startBudget(signal: AbortSignal, deadlineMs: number, clock: Clock = monotonic): CallBudget {
  const until = clock() + deadlineMs;
  return { signal, remainingMs: () => Math.max(0, until - clock()) };
}

/** The same budget with at most `ms` milliseconds from now. */
export function limitBudget(budget: CallBudget, ms: number, clock: Clock = monotonic): CallBudget {
  const until = clock() + ms;
  return { signal: budget.signal, remainingMs: () => Math.max(0, Math.min(budget.remainingMs(), until - clock())) };
}

/** Throws `cancelled` or `driver_timeout` when nothing may be sent any more. Call it right before sending. */
export function assertTimeLeft(budget: CallBudget): void {
  if (budget.signal.aborted) {
    throw new CodedError("cancelled", undefined, { delivery: "not_delivered", retry: true });
  }
  if (budget.remainingMs() <= 0) {
    throw new CodedError("driver_timeout", "The deadline passed before the call could be sent; nothing was done.", {
      delivery: "not_delivered",
      retry: true,
    });
  }
}

/** Waits, but no longer than the caller; `false` when the caller gave up or its time ran out meanwhile. */
export async function pause(ms: number, budget: CallBudget): Promise<boolean> {
  const wait = Math.min(ms, budget.remainingMs());
  if (isOver(budget)) return false;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, wait);
    budget.signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      budget.signal.removeEventListener("abort", done);
      resolve();
    }
  });
  return !isOver(budget);
}

function isOver(budget: CallBudget): boolean {
  return budget.signal.aborted || budget.remainingMs() <= 0;
}
