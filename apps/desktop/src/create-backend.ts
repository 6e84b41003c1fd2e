import type { Logger } from "pino";
import { NativeBackend } from "./backends/atspi/backend.js";
import { openAccessibility } from "./backends/atspi/bus/index.js";
import type { Accessibility } from "./backends/atspi/accessibility.js";
import { WaylandDesk } from "./backends/atspi/desk-wayland.js";
import { X11Desk } from "./backends/atspi/desk-x11.js";
import { AutoBackend } from "./backends/auto.js";
import { BrokenBackend } from "./backends/broken.js";
import { CuaBackend } from "./backends/cua/backend.js";
import { transportOpener } from "./backends/cua/choose-transport.js";
import { withoutDriver } from "./backends/without-driver.js";
import type { DesktopBackend } from "./backend.js";
import { readConfiguration, readDriverChoice, type DriverChoice } from "./configuration.js";
import { CodedError } from "@beans-picker/shared";
import { findSession, isWaylandOnly, whyNative } from "./session.js";

/** The back end of this machine. It starts nothing yet; a setting that cannot be used is reported by each call. */
export function createBackend(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, log: Logger): DesktopBackend {
  let choice: DriverChoice;
  try {
    choice = readDriverChoice(env);
  } catch (error) {
    return new BrokenBackend(error);
  }
  if (choice === "cua" || platform === "darwin") {
    return choice === "native" ? new BrokenBackend(notNative()) : createCua(platform, env, log);
  }
  const native = createNative(platform, env, log, choice);
  return new AutoBackend({ native, rest: choice === "native" ? withoutDriver : createCua(platform, env, log) });
}

function createNative(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  log: Logger,
  choice: "auto" | "native",
): NativeBackend {
  const reason = whyNative(choice, env);
  if (isWaylandOnly(platform, env)) {
    const open = async (): Promise<Accessibility> => await openAccessibility(env, log);
    return new NativeBackend({ desk: new WaylandDesk(open), openAccessibility: open, env, reason });
  }
  const assertSession = (): void => {
    const session = findSession(platform, env);
    if (!session.ok) throw session.error;
  };
  return new NativeBackend({
    desk: new X11Desk({ env, platform, assertSession }),
    openAccessibility: async () => {
      assertSession();
      return await openAccessibility(env, log);
    },
    env,
    reason,
  });
}

function createCua(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, log: Logger): CuaBackend {
  return new CuaBackend({
    platform: platform === "darwin" ? "macos" : "linux",
    timeoutMs: timeoutOf(env),
    log,
    // Only this very value switches it off. Source: beans-picker 0.5 seed.
    pixel: env["BEANS_PICKER_PIXEL"] !== "off",
    // Looked at on each start, so that the next call works once the cause is gone.
    open: async (options) => {
      const { driverBin } = readConfiguration(env);
      const session = findSession(platform, env);
      if (!session.ok) throw session.error;
      return await transportOpener(session.platform, driverBin, env)(options);
    },
  });
}

function notNative(): CodedError {
  return new CodedError(
    "unsupported_platform",
    "BEANS_PICKER_DRIVER=native works on Linux with X11 only; nothing was done. Unset it or use cua.",
    { delivery: "not_delivered" },
  );
}

function timeoutOf(env: NodeJS.ProcessEnv): number {
  try {
    return readConfiguration(env).driverTimeoutMs;
  } catch {
    // The same fault is thrown, with its reason, when the driver is to be started.
    return Number.POSITIVE_INFINITY;
  }
}
