import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { createBackend } from "./create-backend.js";
import { monotonic, startBudget } from "./budget.js";
import { createHandlers } from "./service.js";
import { SnapshotStore } from "./store.js";

/** How long the driver may take to start in the background. */
const WARM_UP_MS = 30_000;
/** Expired snapshots hold what was on the screen; they are dropped at least this often. */
const SWEEP_MS = 15_000;

/** The parts of the desktop process: back end, snapshots and the handlers of the contract. */
export function startDesktop(options: { readonly env: NodeJS.ProcessEnv; readonly log: Logger }) {
  const { env, log } = options;
  const backend = createBackend(process.platform, env, log);
  const store = new SnapshotStore({ clock: monotonic, random: randomBytes });
  const sweep = setInterval(() => store.sweep(), SWEEP_MS).unref();
  const stop = new AbortController();
  // Begun now, so that the first call finds the driver ready; a failure is reported by the call that needs it.
  void backend.describe(startBudget(stop.signal, WARM_UP_MS)).catch(() => undefined);
  return {
    handlers: createHandlers(backend, store),
    close: async (): Promise<void> => {
      clearInterval(sweep);
      stop.abort();
      await backend.close();
    },
  };
}
