/** Waits until `found` gives something; fails with `what` after `deadlineMs`. */
export async function until<T>(what: string, found: () => T | undefined | Promise<T | undefined>, deadlineMs = 10_000) {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const value = await found();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`${what}: not within ${deadlineMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
