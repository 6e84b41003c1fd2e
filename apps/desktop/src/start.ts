import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { CuaBackend } from "./backends/cua/backend.js";
import { transportOpener } from "./backends/cua/choose-transport.js";
import { findSession } from "./backends/cua/session.js";
import type { DesktopBackend } from "./backend.js";
import { monotonic, startBudget } from "./budget.js";
import { readConfiguration } from "./configuration.js";
import { createHandlers } from "./service.js";
import { SnapshotStore } from "./store.js";

/** How long the driver may take to start in the background. */
const WARM_UP_MS = 30_000;
/** Expired snapshots hold what was on the screen; they are dropped at least this often. */
const SWEEP_MS = 15_000;

/** The back end of this machine. It starts nothing yet; a setting that cannot be used is reported by each call. */
export function createBackend(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, log: Logger): DesktopBackend {
  const native = platform === "darwin" ? "macos" : "linux";
  return new CuaBackend({
    platform: native,
    timeoutMs: timeoutOf(env),
    log,
    // Looked at on each start, so that the next call works once the cause is gone.
    open: async (options) => {
      const { driverBin } = readConfiguration(env);
      const session = findSession(platform, env);
      if (!session.ok) throw session.error;
      return await transportOpener(session.platform, driverBin, env)(options);
    },
  });
}

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

function timeoutOf(env: NodeJS.ProcessEnv): number {
  try {
    return readConfiguration(env).driverTimeoutMs;
  } catch {
    // The same fault is thrown, with its reason, when the driver is to be started.
    return Number.POSITIVE_INFINITY;
  }
}
