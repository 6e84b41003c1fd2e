import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MissingProgramsError, SandboxError } from "./errors.js";
import { sandboxRequirements } from "./requirements.js";
import { requireLinux, type Sandbox, startSandbox } from "./sandbox.js";
import { accessibleApps, eventually, markedCommands, markedProcesses, mentioning, output } from "./testing/outside.js";

describe("two sandboxes at once", () => {
  let one: Sandbox;
  let two: Sandbox;

  beforeAll(async () => {
    const environment = { ...process.env, WAYLAND_DISPLAY: "wayland-9", GTK_MODULES: "gail", DISPLAY: ":99" };
    [one, two] = await Promise.all([
      startSandbox({ environment }),
      startSandbox({ size: { width: 640, height: 480 } }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()]);
  });

  it("have displays, buses and directories of their own", async () => {
    expect(one.display).not.toBe(two.display);
    expect(one.dir).not.toBe(two.dir);
    for (const name of ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XAUTHORITY"]) {
      expect(one.env[name], name).not.toBe(two.env[name]);
    }
    expect(await output("xprop", ["-root", "_NET_DESKTOP_GEOMETRY"], one.env)).toContain("1280, 800");
    expect(await output("xprop", ["-root", "_NET_DESKTOP_GEOMETRY"], two.env)).toContain("640, 480");
  });

  it("give the complete environment and hide the user's own desktop", () => {
    expect(one.env).toMatchObject({
      DISPLAY: one.display,
      XDG_RUNTIME_DIR: join(one.dir, "run"),
      NO_AT_BRIDGE: "0",
      GTK_A11Y: "atspi",
      QT_LINUX_ACCESSIBILITY_ALWAYS_ON: "1",
      GDK_BACKEND: "x11",
      GSETTINGS_BACKEND: "memory",
      PATH: process.env["PATH"],
    });
    expect(one.env["DBUS_SESSION_BUS_ADDRESS"]).toContain(one.dir);
    expect(one.env).not.toHaveProperty("WAYLAND_DISPLAY");
    expect(one.env).not.toHaveProperty("GTK_MODULES");
    expect(statSync(one.dir).mode & 0o777).toBe(0o700);
    expect(statSync(join(one.dir, "run")).mode & 0o777).toBe(0o700);
    expect(one.dir.length).toBeLessThan(45);
  });

  it("refuse a client that does not have the cookie", async () => {
    const stranger = { ...one.env, XAUTHORITY: "/dev/null" };
    await expect(output("xprop", ["-root"], stranger)).rejects.toThrow(/unable to open display/);
  });

  it("show an app's window and accessible tree only where it was started", async () => {
    const app = await one.launch("zenity", ["--info", "--title", "Only in one", "--text", "hello"]);
    const windows = (sandbox: Sandbox) => output("xprop", ["-root", "_NET_CLIENT_LIST"], sandbox.env);
    await eventually(async () => (await windows(one)).includes("0x"));
    await eventually(async () => (await accessibleApps(one.env)) === 1);
    expect(await windows(two)).not.toContain("0x");
    expect(await accessibleApps(two.env)).toBe(0);
    expect(await app.stop()).toMatchObject({ signal: "SIGTERM" });
  });

  it("capture the screen as PNG, with ffmpeg or with import", async () => {
    const file = join(two.dir, "screen.png");
    await two.screenshot(file);
    const image = readFileSync(file);
    expect(image.subarray(1, 4).toString()).toBe("PNG");
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([640, 480]);
  });

  it("keep the end of what an app writes", async () => {
    const app = await one.launch("sh", ["-c", "head -c 200000 /dev/zero | tr '\\0' x; echo end; echo $EXTRA >&2"], {
      env: { EXTRA: "more" },
    });
    expect(await app.exited).toEqual({ code: 0, signal: null });
    await eventually(() => app.output().stdout.endsWith("xend\n"));
    expect(app.output().stdout).toHaveLength(65_536);
    await eventually(() => app.output().stderr === "more\n");
  });

  it("say why a program could not be started", async () => {
    await expect(one.launch("no-such-program")).rejects.toMatchObject({ code: "launch_failed" });
  });
});

describe("stopping", () => {
  it("leaves no process and no directory, even of an app that ignores SIGTERM, and works twice", async () => {
    const sandbox = await startSandbox();
    await sandbox.launch("sh", ["-c", 'trap "" TERM; while :; do sleep 0.1; done']);
    // Loses its marker, but it is still a child of a process that has it.
    await sandbox.launch("sh", ["-c", "env -i sleep 1000 & wait"]);
    const commands = markedCommands(sandbox.id);
    expect(commands).toEqual(
      expect.arrayContaining(["Xvfb", "dbus-daemon", "openbox", "at-spi-bus-laun", "at-spi2-registr", "sh"]),
    );
    await Promise.all([sandbox.stop(), sandbox.stop()]);
    expect(markedCommands(sandbox.id)).toEqual([]);
    expect(() => statSync(sandbox.dir)).toThrow(/ENOENT/);
    await expect(sandbox.launch("true")).rejects.toMatchObject({ code: "stopped" });
  });

  it("happens when the display goes away", async () => {
    const sandbox = await startSandbox();
    const server = markedProcesses(sandbox.id).find(({ command }) => command === "Xvfb");
    process.kill(server?.pid ?? 0, "SIGKILL");
    await sandbox.closed;
    expect(markedCommands(sandbox.id)).toEqual([]);
    expect(() => statSync(sandbox.dir)).toThrow(/ENOENT/);
  });

  it("happens on the caller's signal, during the start and afterwards", async () => {
    const early = new AbortController();
    const start = startSandbox({ signal: early.signal });
    early.abort();
    await expect(start).rejects.toMatchObject({ code: "aborted" });

    const late = new AbortController();
    const sandbox = await startSandbox({ signal: late.signal });
    late.abort();
    await sandbox.closed;
    expect(markedCommands(sandbox.id)).toEqual([]);
  });
});

describe("a start that cannot work", () => {
  it("names the missing programs and the apt line that installs them", async () => {
    const empty = mkdtempSync(join(tmpdir(), "path-"));
    const refusal = await startSandbox({ environment: { PATH: empty } }).catch((error: unknown) => error);
    rmSync(empty, { recursive: true });
    expect(refusal).toBeInstanceOf(MissingProgramsError);
    expect(refusal).toMatchObject({
      code: "missing_programs",
      missing: ["Xvfb", "dbus-daemon", "dbus-send", "openbox", "xprop"],
      fix: "apt-get install -y dbus openbox x11-utils xvfb",
    });
  });

  it("does not ask for a window manager that is not wanted", async () => {
    const partial = mkdtempSync(join(tmpdir(), "path-"));
    const programs = sandboxRequirements().filter(({ program }) => program !== "openbox");
    for (const { program, path } of programs) if (path !== undefined) symlinkSync(path, join(partial, program));
    const sandbox = await startSandbox({ environment: { PATH: partial }, windowManager: false });
    expect(markedCommands(sandbox.id)).not.toContain("openbox");
    await sandbox.stop();
    rmSync(partial, { recursive: true });
  });

  it("gives up at the deadline and says what it waited for", async () => {
    const fake = mkdtempSync(join(tmpdir(), "path-"));
    writeFileSync(join(fake, "Xvfb"), "#!/bin/sh\nexec /bin/sleep 1000\n", { mode: 0o755 });
    const environment = { ...process.env, PATH: `${fake}:${process.env["PATH"] ?? ""}` };
    const refusal = await startSandbox({ environment, deadlineMs: 300 }).catch((error: unknown) => error);
    rmSync(fake, { recursive: true });
    expect(refusal).toMatchObject({ code: "start_timeout", message: mentioning("choosing a display") });
  });

  it("is refused on other platforms", () => {
    expect(() => requireLinux("darwin")).toThrow(SandboxError);
    expect(() => requireLinux("darwin")).toThrow(/Linux only/);
    expect(() => requireLinux("linux")).not.toThrow();
  });
});

describe("requirements", () => {
  it("tell what is installed, with the package of each", () => {
    const requirements = sandboxRequirements();
    expect(requirements.find(({ program }) => program === "at-spi-bus-launcher")).toMatchObject({
      package: "at-spi2-core",
      found: true,
      path: mentioning(/^\/usr\/lib/),
    });
    expect(sandboxRequirements("/nonexistent").find(({ program }) => program === "Xvfb")).toMatchObject({
      found: false,
    });
  });
});
