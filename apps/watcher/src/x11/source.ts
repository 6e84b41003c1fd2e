import { CodedError } from "@beans-picker/shared";
import type { FrontSource } from "../watch.js";
import { displayAddress } from "./address.js";
import { openDisplay } from "./connection.js";
import { frontReader } from "./front.js";

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Name of this machine, as windows give it in WM_CLIENT_MACHINE. */
  readonly host: string;
  readonly now: () => number;
}

/** Connects to the X server that the environment names. Fails with `unsupported` where there can be none. */
export async function openX11Source(around: Surroundings, signal: AbortSignal): Promise<FrontSource> {
  const address = displayAddress(displayName(around));
  const display = await openDisplay(address, around.env, signal);
  const reader = frontReader(display, around.host, around.now);
  return {
    read: () => reader.read(),
    onHint: (listener) => display.onRootProperty("_NET_ACTIVE_WINDOW", listener),
    close: () => display.close(),
  };
}

/** The name of the X11 display, or why this session cannot be watched. */
export function displayName({ env, platform }: Pick<Surroundings, "env" | "platform">): string {
  if (platform !== "linux") {
    const other = platform === "darwin" ? " On macOS the window-watcher command does it." : "";
    throw new CodedError("unsupported", `This watcher reads the front app from X11 on Linux only.${other}`);
  }
  if (env["WAYLAND_DISPLAY"]) {
    throw new CodedError(
      "unsupported",
      "This is a Wayland session, whose windows X11 does not see, so the front app is unknown. Use an X11 session.",
    );
  }
  const display = env["DISPLAY"];
  if (!display) {
    throw new CodedError(
      "unsupported",
      "DISPLAY is not set, so there is no X11 desktop whose front app can be watched.",
    );
  }
  return display;
}
