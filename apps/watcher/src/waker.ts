/** Lets one loop sleep until time is up or something happens. A wake while nobody sleeps ends the next sleep at once. */
export interface Waker {
  wake(): void;
  /** Returns after `ms`, on a wake, or when `signal` aborts. One sleeper at a time. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export function waker(): Waker {
  let woken = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      woken = true;
      end?.();
    },
    async sleep(ms, signal) {
      if (!woken && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener("abort", end, { once: true });
        });
        if (end !== undefined) signal.removeEventListener("abort", end);
        end = undefined;
      }
      woken = false;
    },
  };
}
