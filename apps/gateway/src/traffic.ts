import { createLanes, createQueue } from "./queue.js";

/**
 * Who waits for whom. Calls on one app run in the order in which they were made; calls on different apps run side by side,
 * so that an app that does not answer holds up nobody else. Actions are sent one at a time on the whole desktop.
 */
export interface Traffic {
  /**
   * Finds out which app a call is for and runs it after earlier calls on that app. Calls with the same `named` keep their
   * order even while that is found out.
   */
  onApp<T, R>(
    call: { readonly named: string; readonly signal: AbortSignal },
    find: () => Promise<T>,
    pidOf: (found: T) => number,
    body: (found: T) => Promise<R>,
  ): Promise<R>;
  /** Runs the sending of one action while no other is being sent. */
  acting<R>(signal: AbortSignal, body: () => Promise<R>): Promise<R>;
  /** Refuses new and waiting calls; resolves when the running ones have ended. */
  close(): Promise<void>;
}

export function createTraffic(): Traffic {
  const doors = createLanes();
  const apps = createLanes();
  const desktop = createQueue();
  return {
    async onApp({ named, signal }, find, pidOf, body) {
      // In an object, so that the door is free as soon as the call has its place in the app's lane.
      const { run } = await doors.run(named, signal, async () => {
        const found = await find();
        return { run: apps.run(String(pidOf(found)), signal, () => body(found)) };
      });
      return await run;
    },
    acting: (signal, body) => desktop.run(signal, body),
    async close() {
      await Promise.all([doors.close(), apps.close(), desktop.close()]);
    },
  };
}
