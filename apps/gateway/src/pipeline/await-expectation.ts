import type { ToolContext } from "../context.js";
import { expectationLooks } from "../limits.js";
import { pause } from "../pause.js";
import { expectationParts, unmet, type Expectation, type ExpectationPart, type TargetKey } from "./expectation.js";
import { look, type Look } from "./look.js";

export interface Awaited {
  /** Empty when everything came true. */
  readonly unmet: readonly ExpectationPart[];
  /** The last look, on which that was judged; null when the window could not be read. */
  readonly last: Look | null;
}

/** Looks until what is expected is true or the time is up, at growing intervals. `first` is a look taken already. */
export async function awaitExpectation(
  expectation: Expectation,
  first: Look | null,
  target: { readonly pid: number; readonly windowId: number; readonly key: TargetKey },
  context: ToolContext,
): Promise<Awaited> {
  const giveUpAt = performance.now() + (expectation.timeoutMs ?? expectationLooks.timeoutMs);
  let every: number = expectationLooks.firstMs;
  let last = first;
  for (;;) {
    const missing = last === null ? missingAll(expectation) : unmet(expectation, last.snapshot, target.key);
    const left = giveUpAt - performance.now();
    if (missing.length === 0 || left <= 0 || context.signal.aborted) return { unmet: missing, last };
    await pause(Math.min(every, left), context.signal).catch(() => undefined);
    every = Math.min(every * 2, expectationLooks.mostMs);
    // A window that is gone may come back, for instance under a dialog; until then nothing about it is known.
    const next = await look(target, context).catch(() => null);
    if (next !== null || performance.now() >= giveUpAt) last = next ?? last;
  }
}

function missingAll(expectation: Expectation): ExpectationPart[] {
  return expectationParts.filter((part) => expectation[part] !== undefined);
}
