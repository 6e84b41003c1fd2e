import { chmod, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sentinel, startSentinel } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DesktopBackend, WindowRef } from "../../../backend.js";
import { createBackend } from "../../../create-backend.js";
import { act, desktopEnv } from "../../../testing/desktop.js";
import { ample, eventually, rejection } from "../../../testing/scripted.js";

describe.runIf(process.platform === "linux")("starting apps natively", () => {
  let directory: string;
  let backend: DesktopBackend;
  let sentinel: Sentinel;
  const started: number[] = [];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "launch-"));
    sentinel = await startSentinel({ env: desktopEnv() });
    await sentinel.waitFor(({ active }) => active);
    const env = {
      ...process.env,
      BEANS_PICKER_DRIVER: "native",
      BEANS_PICKER_SECRET: "not for apps",
      XDG_DATA_HOME: directory,
      PATH: `${directory}:${process.env["PATH"] ?? ""}`,
    };
    backend = createBackend("linux", env, createLogger("test", "silent"));
  });
  afterEach(async () => {
    await backend.close();
    await sentinel.stop();
    for (const pid of started.splice(0)) end(pid);
    await rm(directory, { recursive: true, force: true });
  });

  function end(pid: number): void {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }

  async function program(name: string, script: string): Promise<string> {
    const file = join(directory, name);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
    return file;
  }

  async function desktopFile(id: string, ...lines: readonly string[]): Promise<void> {
    await mkdir(join(directory, "applications"), { recursive: true });
    const text = ["[Desktop Entry]", "Type=Application", ...lines, ""].join("\n");
    await writeFile(join(directory, "applications", `${id}.desktop`), text);
  }

  async function launch(name: string): Promise<WindowRef> {
    const { pid, windows } = await backend.launch({ name }, ample(40_000));
    if (pid !== null) started.push(pid);
    const [window] = windows;
    if (pid === null || window === undefined) throw new Error(`no window of ${name}`);
    expect(window.pid).toBe(pid);
    return { pid, windowId: window.windowId };
  }

  it.each(["galculator", "galculator.desktop", "Galculator"])(
    "starts %s behind the window in front, in a session of its own, and its keys can be pressed [native.launch_own]",
    async (name) => {
      const window = await launch(name);
      await eventually("its controls", async () => {
        const { snapshot } = await backend.look(window, ample());
        return snapshot.nodes.some(({ label }) => label === "7");
      });
      const performed = await act(backend, window, ["toggle", "7"], { kind: "click" }).catch(() =>
        act(backend, window, ["button", "7"], { kind: "click" }),
      );
      expect(performed).toMatchObject({ delivery: "delivered" });
      await eventually("the display", async () => {
        const { snapshot } = await backend.look(window, ample());
        return snapshot.nodes.some(({ value, label }) => value === "7" || (label === "7" && value !== undefined));
      });
      const status = await readFile(`/proc/${String(window.pid)}/stat`, "utf8");
      expect(Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[3])).toBe(window.pid);
      for (const fd of [0, 1, 2]) {
        expect(await readlink(`/proc/${String(window.pid)}/fd/${String(fd)}`)).toBe("/dev/null");
      }
      expect(await readFile(`/proc/${String(window.pid)}/environ`, "utf8")).not.toContain("BEANS_PICKER_");
      await eventually("the window in front", async () => (await sentinel.state()).active);
    },
    60_000,
  );

  it("lists the windows of an app by the names of its desktop file, and none when several apps answer to one [native.app_names]", async () => {
    await desktopFile(
      "org.example.sums",
      "Name=Sums",
      "Name[de]=Rechner",
      "Exec=galculator",
      "StartupWMClass=Galculator",
    );
    const window = await launch("org.example.sums");
    for (const app of ["Galculator", "galculator", "Sums", "rechner", "sums", "org.example.sums"]) {
      const found = await backend.listWindows({ app }, ample());
      expect(found.map(({ windowId }) => windowId)).toEqual([window.windowId]);
    }
    expect(await backend.listWindows({ app: "sum" }, ample())).toEqual([]);
    const { app } = (await backend.listWindows({}, ample())).find(({ pid }) => pid !== window.pid) ?? { app: "" };
    await desktopFile("org.example.other", "Name=Sums", "Exec=true", `StartupWMClass=${app}`);
    expect(app).not.toBe("");
    expect(await backend.listWindows({ app: "Sums" }, ample())).toEqual([]);
    expect(await backend.listWindows({ app: "Galculator" }, ample())).toHaveLength(1);
  }, 60_000);

  it("gives an app's command to no shell [native.launch_exact]", async () => {
    const out = join(directory, "out");
    await program("tell", `printf '%s\\n' "$@" > ${out}.part && mv ${out}.part ${out}; exit 4`);
    await desktopFile("tell", "Name=Tell", `Exec=tell "$(touch ${directory}/made)" ; %u`);
    const url = "https://example.org/?a=1&b=$(x)";
    expect(await rejection(backend.launch({ name: "Tell", urls: [url] }, ample()))).toMatchObject({
      code: "launch_failed",
      delivery: "delivered",
    });
    expect((await readFile(out, "utf8")).split("\n")).toEqual([`$(touch ${directory}/made)`, ";", url, ""]);
    await expect(readFile(join(directory, "made"))).rejects.toThrow();
  });

  it("says that there is no such app, or several of that name, and starts none [native.launch_honest]", async () => {
    await desktopFile("one", "Name=Notes", "Exec=true");
    await desktopFile("two", "Name=Notes", "Exec=true");
    for (const [name, code] of [
      ["no-such-app-anywhere", "app_not_found"],
      ["Notes", "bad_arguments"],
    ] as const) {
      expect(await rejection(backend.launch({ name }, ample()))).toMatchObject({ code, delivery: "not_delivered" });
    }
  });

  it.each([
    ["runs in a terminal", ["Exec=true", "Terminal=true"], "launch_failed"],
    ["has no command", ["DBusActivatable=true"], "launch_failed"],
    ["names a program that is not there", ["Exec=no-such-program-anywhere"], "launch_failed"],
  ] as const)("starts nothing when the app %s [native.launch_honest]", async (_, lines, code) => {
    await desktopFile("some", "Name=Some", ...lines);
    const refused = await rejection(backend.launch({ name: "some" }, ample()));
    expect(refused).toMatchObject({ code, delivery: "not_delivered" });
  });

  it("answers without a window when none comes up in time [native.launch_honest]", async () => {
    await program("windowless", "exec sleep 60");
    const launched = await backend.launch({ name: "windowless" }, ample(2_500));
    if (launched.pid !== null) started.push(launched.pid);
    expect(launched).toMatchObject({ name: "windowless", windows: [] });
    expect(await readFile(`/proc/${String(launched.pid)}/cmdline`, "utf8")).toContain("sleep");
  });
});
