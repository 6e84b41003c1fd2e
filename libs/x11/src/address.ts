import type { NetConnectOpts } from "node:net";
import { CodedError } from "@beans-picker/shared";
import x11 from "x11";

export interface DisplayAddress {
  readonly name: string;
  readonly connect: NetConnectOpts;
  readonly screen: number;
}

/** X servers listen on this port plus the number of the display. Source: X.Org `X(7)`, "display names". */
const basePort = 6000;

/** Where the server of a display such as `:0`, `unix:0` or `host:10.0` listens. Fails with `unsupported`. */
export function displayAddress(name: string): DisplayAddress {
  const { protocol, host, displayNum, screenNum } = parse(name);
  const number = Number(displayNum);
  const local = protocol === "unix" || protocol === "local" || host === "unix" || (host === "" && protocol === "");
  const connect = local
    ? { path: `/tmp/.X11-unix/X${number}` }
    : { host: host === "" ? "localhost" : host, port: basePort + number };
  if (basePort + number > 65_535) throw notADisplay();
  return { name, connect, screen: Number(screenNum) };
}

function parse(name: string): ReturnType<typeof x11.parseDisplay> {
  try {
    return x11.parseDisplay(name);
  } catch {
    throw notADisplay();
  }
}

function notADisplay(): CodedError {
  return new CodedError(
    "unsupported",
    "DISPLAY is not the name of an X11 display (such as :0), so the front app cannot be watched.",
  );
}
