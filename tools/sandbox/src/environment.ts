import { join } from "node:path";

/** Variable every process of a sandbox carries; its value names the sandbox. */
export const markerVariable = "BEANS_SANDBOX_ID";

/** Variables of the user's own desktop that would lead an app out of the sandbox or change how it looks. */
export const desktopVariables = [
  "WAYLAND_DISPLAY",
  "WAYLAND_SOCKET",
  "AT_SPI_BUS_ADDRESS",
  "DBUS_STARTER_ADDRESS",
  "DBUS_STARTER_BUS_TYPE",
  "DESKTOP_SESSION",
  "DESKTOP_STARTUP_ID",
  "GDMSESSION",
  "GNOME_DESKTOP_SESSION_ID",
  "GTK_IM_MODULE",
  "GTK_MODULES",
  "GTK_THEME",
  "QT_IM_MODULE",
  "QT_STYLE_OVERRIDE",
  "SESSION_MANAGER",
  "XDG_ACTIVATION_TOKEN",
  "XDG_CURRENT_DESKTOP",
  "XDG_SEAT",
  "XDG_SESSION_DESKTOP",
  "XDG_SESSION_ID",
  "XDG_VTNR",
  "XMODIFIERS",
] as const;

/** Where the parts of a sandbox live. Short names: socket paths below them must stay under 100 bytes. */
export function sandboxFolders(dir: string) {
  return {
    runtime: join(dir, "run"),
    cache: join(dir, "cache"),
    config: join(dir, "config"),
    data: join(dir, "data"),
    state: join(dir, "state"),
    authority: join(dir, "xauth"),
  };
}

/** The variables known before the display and the bus exist, over what the owner has. */
export function baseEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  sandbox: { id: string; dir: string },
): Record<string, string> {
  const folders = sandboxFolders(sandbox.dir);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && !desktopVariables.some((variable) => variable === name)) kept[name] = value;
  }
  delete kept["DISPLAY"];
  delete kept["DBUS_SESSION_BUS_ADDRESS"];
  return {
    ...kept,
    [markerVariable]: sandbox.id,
    XAUTHORITY: folders.authority,
    XDG_RUNTIME_DIR: folders.runtime,
    // The accessibility bus falls back to the cache directory; dconf and GTK write to the others.
    XDG_CACHE_HOME: folders.cache,
    XDG_CONFIG_HOME: folders.config,
    XDG_DATA_HOME: folders.data,
    XDG_STATE_HOME: folders.state,
    XDG_SESSION_TYPE: "x11",
    GDK_BACKEND: "x11",
    QT_QPA_PLATFORM: "xcb",
    MOZ_ENABLE_WAYLAND: "0",
    NO_AT_BRIDGE: "0",
    GTK_A11Y: "atspi",
    // Chromium and what is built on it look at this one.
    ACCESSIBILITY_ENABLED: "1",
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: "1",
    GSETTINGS_BACKEND: "memory",
    // No file system of the user's may be mounted below a directory that is removed afterwards.
    GIO_USE_VFS: "local",
    GVFS_DISABLE_FUSE: "1",
    GTK_USE_PORTAL: "0",
  };
}
