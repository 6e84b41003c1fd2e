/** Most calls at once. Source: advice of a user of the native endpoint, who saw more get limited. */
const MOST = 8;
/** Answers in a row after which one more call is let through. */
const CALM = 8;

export interface Traffic {
  /** Waits for a place and until the service's pause is over. Rejects with the signal's reason. The result gives the place back. */
  enter(signal: AbortSignal): Promise<() => void>;
  /** The service said that it is too much: half as many calls from now on, and none for a while. */
  limited(pauseMs: number): void;
  /** A call was answered. */
  answered(): void;
  /** How many calls may be out now. */
  readonly width: () => number;
}

/** Shared by every call of a process, so that all of them slow down when one is told to. */
export function createTraffic(now: () => number): Traffic {
  let width = MOST;
  let out = 0;
  let calm = 0;
  let pausedUntil = 0;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };

  return {
    width: () => width,
    enter(signal) {
      return new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const leave = (): void => {
          waiting.delete(look);
          clearTimeout(timer);
          signal.removeEventListener("abort", give);
        };
        const give = (): void => {
          leave();
          reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
        };
        const look = (): void => {
          const pause = pausedUntil - now();
          if (pause > 0) {
            clearTimeout(timer);
            timer = setTimeout(look, Math.min(pause, 2_147_483_647));
            return;
          }
          if (out >= width) return;
          leave();
          out += 1;
          let held = true;
          resolve(() => {
            if (!held) return;
            held = false;
            out -= 1;
            wake();
          });
        };
        if (signal.aborted) {
          give();
          return;
        }
        signal.addEventListener("abort", give, { once: true });
        waiting.add(look);
        look();
      });
    },
    limited(pauseMs) {
      width = Math.max(1, Math.floor(width / 2));
      calm = 0;
      pausedUntil = Math.max(pausedUntil, now() + pauseMs);
    },
    answered() {
      calm += 1;
      if (calm < CALM || width >= MOST) return;
      calm = 0;
      width += 1;
      wake();
    },
  };
}
