import { MAX_RETRY_AFTER_MS } from "./retry-after.js";

/** Waits before another try, in milliseconds. Source of the first three: the vendor's client. */
const FIRST_MS = 500;
const LONGEST_MS = 5_000;
const JITTER = 0.25;
/** Never again at once, whatever the service says. */
const LEAST_MS = 250;

/**
 * How long to wait before the next attempt, `attempt` being the number of those that failed; undefined when the service asks
 * for more than is waited for. `random` is from 0 up to 1.
 */
export function backoffMs(attempt: number, retryAfterMs: number | undefined, random: number): number | undefined {
  if (retryAfterMs !== undefined && retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  const own = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (1 - JITTER * random);
  // An immediate retry is what a past date or a zero asks for: then our own pace holds.
  return Math.max(LEAST_MS, retryAfterMs === undefined || retryAfterMs === 0 ? own : retryAfterMs);
}
