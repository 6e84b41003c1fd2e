/**
 * A signal that aborts after `ms`, or when one of the others does. Use it in place of `AbortSignal.timeout`: inside of
 * `AbortSignal.any` that one is collected as garbage in Node.js 20 together with its timer, and then never aborts. Does not
 * keep the process alive.
 */
export function timeLimit(ms: number, ...others: readonly AbortSignal[]): AbortSignal {
  const over = new AbortController();
  setTimeout(() => over.abort(new DOMException("The time is over.", "TimeoutError")), ms).unref();
  return others.length === 0 ? over.signal : AbortSignal.any([over.signal, ...others]);
}
