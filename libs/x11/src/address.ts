import type { NetConnectOpts } from "node:net";
import { CodedError } from "@beans-picker/shared";
import x11 from "x11";

export interface DisplayAddress {
  readonly name: string;
  readonly connect: NetConnectOpts;
  readonly screen: number;
}

/** Where this process runs, as far as it decides which display there is. */
export interface Session {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** X servers listen on this port plus the number of the display. Source: X.Org `X(7)`, "display names". */
const basePort = 6000;

/**
 * Where the server of a display such as `:0`, `unix:0` or `host:10.0` listens. Fails with `unsupported` and says that
 * `purpose` ("the front app cannot be watched") is what comes of it.
 */
export function displayAddress(name: string, purpose: string): DisplayAddress {
  const { protocol, host, displayNum, screenNum } = parse(name, purpose);
  const number = Number(displayNum);
  const local = protocol === "unix" || protocol === "local" || host === "unix" || (host === "" && protocol === "");
  const connect = local
    ? { path: `/tmp/.X11-unix/X${number}` }
    : { host: host === "" ? "localhost" : host, port: basePort + number };
  if (basePort + number > 65_535) throw notADisplay(purpose);
  return { name, connect, screen: Number(screenNum) };
}

/** The name of the session's X11 display. Fails with `unsupported` where there is none, or where it is not the desktop. */
export function displayName({ env, platform }: Session, purpose: string): string {
  if (platform !== "linux") {
    throw new CodedError("unsupported", `This is not Linux with an X11 desktop, so ${purpose}.`);
  }
  if (env["WAYLAND_DISPLAY"]) {
    throw new CodedError(
      "unsupported",
      `This is a Wayland session, whose windows X11 does not see, so ${purpose}. Use an X11 session.`,
    );
  }
  const display = env["DISPLAY"];
  if (!display) {
    throw new CodedError("unsupported", `DISPLAY is not set and there is no X11 desktop without it, so ${purpose}.`);
  }
  return display;
}

function parse(name: string, purpose: string): ReturnType<typeof x11.parseDisplay> {
  try {
    return x11.parseDisplay(name);
  } catch {
    throw notADisplay(purpose);
  }
}

function notADisplay(purpose: string): CodedError {
  return new CodedError("unsupported", `DISPLAY is not the name of an X11 display (such as :0), so ${purpose}.`);
}
