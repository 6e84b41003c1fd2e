import type { Finding } from "./finding.js";

export interface Environment {
  readonly platform: NodeJS.Platform;
  readonly nodeVersion: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The oldest Node.js that works, as in `engines`. */
const oldestNode = [20, 18] as const;

/** What can be told from the process alone: platform, Node.js, display and buses. Pure. */
export function environmentFindings({ platform, nodeVersion, env }: Environment): Finding[] {
  return [platformFinding(platform), nodeFinding(nodeVersion), ...(platform === "linux" ? sessionFindings(env) : [])];
}

function platformFinding(platform: NodeJS.Platform): Finding {
  switch (platform) {
    case "linux":
      return { name: "platform", state: "ok", found: "Linux" };
    case "darwin":
      return {
        name: "platform",
        state: "limited",
        found: "macOS",
        fix: "The macOS parts have not been run on hardware yet; please report what you see.",
      };
    default:
      return { name: "platform", state: "missing", found: platform, fix: "Use Linux with X11, or macOS 14 or later." };
  }
}

function nodeFinding(nodeVersion: string): Finding {
  const [major = 0, minor = 0] = nodeVersion.replace(/^v/, "").split(".").map(Number);
  const recent = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  return recent
    ? { name: "node", state: "ok", found: nodeVersion }
    : { name: "node", state: "missing", found: nodeVersion, fix: `Install Node.js ${oldestNode.join(".")} or later.` };
}

function sessionFindings(env: Environment["env"]): Finding[] {
  const { DISPLAY: display, WAYLAND_DISPLAY: wayland, DBUS_SESSION_BUS_ADDRESS: bus } = env;
  return [
    display
      ? {
          name: "display",
          state: wayland ? "limited" : "ok",
          found: wayland ? `X11 ${display} inside a Wayland session` : `X11 ${display}`,
          ...(wayland && { fix: "Only windows of X11 apps are seen here; log in to an X11 session for all of them." }),
        }
      : {
          name: "display",
          state: wayland ? "limited" : "missing",
          found: wayland ? "Wayland only" : "none",
          fix: wayland
            ? "Controls can be read and pressed, but keys, pictures and places need an X11 session."
            : "Run inside a desktop session, or try: beans-picker sandbox -- COMMAND",
        },
    bus
      ? { name: "session bus", state: "ok", found: "DBUS_SESSION_BUS_ADDRESS is set" }
      : {
          name: "session bus",
          state: "limited",
          found: "DBUS_SESSION_BUS_ADDRESS is not set",
          fix: "Start the client from inside the desktop session, or pass that variable on to it.",
        },
  ];
}
