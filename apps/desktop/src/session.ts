import { CodedError } from "@beans-picker/shared";

/** Which desktop this process is in. */
export type DesktopSession =
  { readonly ok: true; readonly platform: "linux" | "macos" } | { readonly ok: false; readonly error: CodedError };

/** Decides from the platform and the environment whether there is a desktop that can be worked on. Pure. */
export function findSession(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): DesktopSession {
  if (platform === "darwin") return { ok: true, platform: "macos" };
  if (platform !== "linux") {
    return no(
      "unsupported_platform",
      "This operating system is not supported; nothing was done. Use Linux with X11 or macOS.",
    );
  }
  if (env["DISPLAY"]) return { ok: true, platform: "linux" };
  if (env["WAYLAND_DISPLAY"]) {
    return no(
      "unsupported_platform",
      "This is a Wayland session without X11, in which other apps cannot be worked on; nothing was done. Start an X11 session, or set DISPLAY to an Xwayland or Xvfb display and run the apps there.",
    );
  }
  return no(
    "driver_unavailable",
    "DISPLAY is not set, so there is no desktop to work on; nothing was done. Start from a graphical session, or in the sandbox (`beans-picker sandbox`).",
  );
}

/** A session whose apps have no X11 display at all: what they tell over the accessibility bus is all there is. Pure. */
export function isWaylandOnly(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform === "linux" && !env["DISPLAY"] && Boolean(env["WAYLAND_DISPLAY"]);
}

/** Why windows are read and acted on natively, in a sentence for people. Pure. */
export function whyNative(choice: "auto" | "native", env: NodeJS.ProcessEnv): string {
  const asked = choice === "auto" ? "BEANS_PICKER_DRIVER is auto and this is Linux" : "BEANS_PICKER_DRIVER is native";
  const session =
    env["DISPLAY"] && env["WAYLAND_DISPLAY"]
      ? "an X11 display inside a Wayland session, whose X11 apps only are seen"
      : env["DISPLAY"]
        ? "an X11 display"
        : "a Wayland session: controls work, keys and pictures do not";
  const rest = choice === "auto" ? "cua-driver does the clipboard and raw calls" : "cua-driver is not used";
  return `${asked} with ${session}; ${rest}`;
}

function no(code: "unsupported_platform" | "driver_unavailable", message: string): DesktopSession {
  return { ok: false, error: new CodedError(code, message, { delivery: "not_delivered" }) };
}
