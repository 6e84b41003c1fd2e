/** Source: a crash loop must not eat the machine, and one crash must not be felt. */
export const restartLimits = {
  firstPauseMs: 50,
  longestPauseMs: 2_000,
  /** After this many restarts within the window the process counts as failed. */
  mostRestarts: 5,
  windowMs: 60_000,
  /** A failed process is started again for the next caller, but not sooner than this after its last end. */
  coolDownMs: 5_000,
} as const;

export type AfterExit =
  { readonly next: "restart"; readonly pauseMs: number } | { readonly next: "failed"; readonly retryAfterMs: number };

/** Decides what follows the end of a child, from the times of its earlier restarts in milliseconds. */
export function afterExit(restarts: readonly number[], now: number): AfterExit {
  const recent = recentRestarts(restarts, now);
  if (recent.length >= restartLimits.mostRestarts) return { next: "failed", retryAfterMs: restartLimits.coolDownMs };
  return {
    next: "restart",
    pauseMs: Math.min(restartLimits.firstPauseMs * 2 ** recent.length, restartLimits.longestPauseMs),
  };
}

export function recentRestarts(restarts: readonly number[], now: number): readonly number[] {
  return restarts.filter((at) => now - at < restartLimits.windowMs);
}
