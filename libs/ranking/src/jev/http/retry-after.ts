/** Longest wait that is honoured, in milliseconds; a longer one is told to the caller. Source: the vendor's client. */
export const MAX_RETRY_AFTER_MS = 60_000;

const DIGITS = /^\d{1,6}$/;
const IMF_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * How long the service asks to wait, in milliseconds, or undefined when it does not say so in one well-formed header.
 * A date counts from the response's own `Date`, so that a wrong clock here does not matter; one that is past is 0.
 */
export function parseRetryAfter(
  value: string | readonly string[] | undefined,
  date: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (DIGITS.test(text)) return Number(text) * 1000;
  if (!IMF_DATE.test(text)) return undefined;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return undefined;
  const sent = typeof date === "string" && IMF_DATE.test(date) ? Date.parse(date) : now;
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent));
}
