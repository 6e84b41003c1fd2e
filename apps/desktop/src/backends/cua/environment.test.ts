import { describe, expect, it } from "vitest";
import { readConfiguration } from "../../configuration.js";
import { rejection } from "../../testing/scripted.js";
import { chooseTransport } from "./choose-transport.js";
import { launchArguments } from "./launch.js";
import { splitKeys } from "../../key-names.js";
import { findSession } from "../../session.js";
import { childEnvironment, expandHome } from "./transport-mcp.js";

const codeOf = async (work: () => unknown) => (await rejection(Promise.resolve().then(work))).code;

describe("the environment", () => {
  it("decides which desktop there is", () => {
    const session = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv) => {
      const found = findSession(platform, env);
      return found.ok ? found.platform : found.error.code;
    };
    expect(session("linux", { DISPLAY: ":0" })).toBe("linux");
    expect(session("linux", { DISPLAY: ":0", WAYLAND_DISPLAY: "wayland-0" })).toBe("linux");
    expect(session("linux", { WAYLAND_DISPLAY: "wayland-0" })).toBe("unsupported_platform");
    expect(session("linux", { DISPLAY: "" })).toBe("driver_unavailable");
    expect(session("darwin", {})).toBe("macos");
    expect(session("win32", { DISPLAY: ":0" })).toBe("unsupported_platform");
  });

  it.each(["0", "-1", "NaN", "Infinity", "ten", "1,5"])(
    "with CUA_DRIVER_TIMEOUT=%s is refused by name",
    async (text) => {
      expect(await codeOf(() => readConfiguration({ CUA_DRIVER_TIMEOUT: text }))).toBe("driver_unavailable");
    },
  );

  it("sets the driver's time limit in seconds, 120 when nothing is said", () => {
    expect(readConfiguration({}).driverTimeoutMs).toBe(120_000);
    expect(readConfiguration({ CUA_DRIVER_TIMEOUT: "" }).driverTimeoutMs).toBe(120_000);
    expect(readConfiguration({ CUA_DRIVER_TIMEOUT: " 2.5 " }).driverTimeoutMs).toBe(2_500);
  });

  it("chooses the executable when one is named, on macOS also when one is installed, else the library", () => {
    expect(chooseTransport("linux", undefined, true)).toEqual({ kind: "sdk" });
    expect(chooseTransport("macos", undefined, false)).toEqual({ kind: "sdk" });
    expect(chooseTransport("macos", undefined, true)).toMatchObject({ kind: "stdio" });
    expect(chooseTransport("linux", "/opt/cua-driver", false)).toEqual({ kind: "stdio", command: "/opt/cua-driver" });
  });

  it("keeps keys and telemetry from the driver", () => {
    const env = childEnvironment({ JEV_API_KEY: "a", TYPESAFE_API_KEY: "b", HOME: "/h", CUA_TELEMETRY_ENABLED: "1" });
    expect(env).toMatchObject({ HOME: "/h", CUA_TELEMETRY_ENABLED: "0", CUA_DRIVER_RS_TELEMETRY_ENABLED: "0" });
    expect(Object.keys(env)).not.toContain("JEV_API_KEY");
    expect(Object.keys(env)).not.toContain("TYPESAFE_API_KEY");
  });

  it("stands in for ~ at the start of a path only", () => {
    expect(expandHome("~/bin/x", "/home/ada")).toBe("/home/ada/bin/x");
    expect(expandHome("/a/~/b", "/home/ada")).toBe("/a/~/b");
    expect(expandHome("~bob/x", "/home/ada")).toBe("~bob/x");
  });
});

describe("launch arguments", () => {
  it("prefer a bundle id on macOS and need a name on Linux", async () => {
    expect(launchArguments("macos", { bundleId: "com.apple.Notes", name: "Notes", newInstance: true })).toEqual({
      bundle_id: "com.apple.Notes",
      creates_new_application_instance: true,
    });
    expect(launchArguments("linux", { bundleId: "x", name: "mousepad" })).toEqual({ name: "mousepad" });
    expect(await codeOf(() => launchArguments("linux", { bundleId: "com.apple.Notes" }))).toBe("bad_arguments");
    expect(await codeOf(() => launchArguments("macos", {}))).toBe("bad_arguments");
  });
});

describe("key combinations", () => {
  it.each([
    ["cmd+shift+z", ["cmd", "shift", "z"]],
    ["escape", ["escape"]],
    ["cmd++", ["cmd", "+"]],
    ["+", ["+"]],
    ["", []],
  ])("%j are split into keys", (text, keys) => {
    expect(splitKeys(text)).toEqual(keys);
  });
});
