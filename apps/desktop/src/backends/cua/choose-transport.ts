import { access, constants } from "node:fs/promises";
import { expandHome, openMcpTransport } from "./transport-mcp.js";
import { openSdkTransport } from "./transport-sdk.js";
import type { OpenTransport } from "./transport.js";

/** Where the driver's installer puts the executable. */
const INSTALLED = "~/.local/bin/cua-driver";

export type TransportChoice = { readonly kind: "sdk" } | { readonly kind: "stdio"; readonly command: string };

/**
 * Decides how to reach the driver. On macOS the installed app is preferred because the permissions for Accessibility and
 * Screen Recording belong to it; in this process they would be those of whatever started us.
 */
export function chooseTransport(
  platform: "linux" | "macos",
  driverBin: string | undefined,
  installed: boolean,
): TransportChoice {
  if (driverBin !== undefined) return { kind: "stdio", command: expandHome(driverBin) };
  return platform === "macos" && installed ? { kind: "stdio", command: expandHome(INSTALLED) } : { kind: "sdk" };
}

/** Opens the chosen transport; chosen anew on each start, so a driver installed meanwhile is found. */
export function transportOpener(
  platform: "linux" | "macos",
  driverBin: string | undefined,
  env: NodeJS.ProcessEnv,
): OpenTransport {
  return async (options) => {
    const choice = chooseTransport(platform, driverBin, await isExecutable(expandHome(INSTALLED)));
    return choice.kind === "sdk"
      ? await openSdkTransport(env, options)
      : await openMcpTransport({ command: choice.command, args: ["mcp"] }, env, options);
  };
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
