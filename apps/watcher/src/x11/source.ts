import { CodedError } from "@beans-picker/shared";
import { displayAddress, displayName, openDisplay } from "@beans-picker/x11";
import type { FrontSource } from "../watch.js";
import { frontReader } from "./front.js";

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Name of this machine, as windows give it in WM_CLIENT_MACHINE. */
  readonly host: string;
  readonly now: () => number;
}

const purpose = "the front app cannot be watched";

/** Connects to the X server that the environment names. Fails with `unsupported` where there can be none. */
export async function openX11Source(around: Surroundings, signal: AbortSignal): Promise<FrontSource> {
  if (around.platform === "darwin") {
    throw new CodedError(
      "unsupported",
      "This watcher reads the front app from X11 on Linux only. On macOS the window-watcher command does it.",
    );
  }
  const address = displayAddress(displayName(around, purpose), purpose);
  const display = await openDisplay(address, around.env, signal);
  const reader = frontReader(display, around.host, around.now);
  return {
    read: () => reader.read(),
    onHint: (listener) => display.onRootProperty("_NET_ACTIVE_WINDOW", listener),
    close: () => display.close(),
  };
}
