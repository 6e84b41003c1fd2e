import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { type Sentinel, startSentinel, systemPython } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DesktopBackend, WindowRef } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { act, desktopEnv } from "../../testing/desktop.js";
import { ample, eventually } from "../../testing/scripted.js";
import { startShifting, type Shifting } from "../../testing/shifting.js";

const run = promisify(execFile);
const testing = join(import.meta.dirname, "../../../testing");

/* Apps that come to the front when something is pressed in them. Another window is in front and says what it notices. */
describe.runIf(process.platform === "linux")("the front", () => {
  const env = desktopEnv();
  let backend: DesktopBackend;
  let sentinel: Sentinel;

  beforeAll(() => {
    backend = createBackend("linux", { ...process.env, BEANS_PICKER_DRIVER: "native" }, createLogger("test", "silent"));
  });
  afterAll(async () => {
    await backend.close();
  });

  const inFront = async (): Promise<boolean> => (await sentinel.state()).active;
  const lostTimes = async (): Promise<number> =>
    (await sentinel.state()).events.filter(({ name }) => name === "focus-out").length;

  async function startFront(): Promise<void> {
    sentinel = await startSentinel({ env });
    await sentinel.waitFor(({ active }) => active);
  }

  describe("with an app of GTK 3", () => {
    let app: Shifting;

    beforeEach(async () => {
      app = await startShifting();
      await app.run("add_presenter", "Now", 0);
      await app.run("add_presenter", "Later", 400);
      await startFront();
    });
    afterEach(async () => {
      await sentinel.stop();
      await app.stop();
    });

    it("is given back when an action makes the app take it [front.given_back]", async () => {
      expect(await act(backend, app.window(0), ["button", "Now"], { kind: "click" })).toMatchObject({
        delivery: "delivered",
      });
      await app.pressed([1, 0]);
      await eventually("the front lost and given back", async () => (await lostTimes()) > 0 && (await inFront()));
    });

    it("is given back when the app takes it a moment after the action [front.given_back]", async () => {
      await act(backend, app.window(0), ["button", "Later"], { kind: "click" });
      await eventually("the front lost and given back", async () => (await lostTimes()) > 0 && (await inFront()));
    });

    it("stays with the window that a person turned to meanwhile [front.person]", async () => {
      await act(backend, app.window(0), ["button", "Later"], { kind: "click" });
      await run("xdotool", ["mousemove", "3", "3", "windowactivate", String(app.window(0).windowId)], { env });
      await eventually("the app in front", async () => !(await inFront()));
      // Longer than the back end watches.
      const until = performance.now() + 2_500;
      while (performance.now() < until) {
        expect(await inFront()).toBe(false);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
  });

  describe("with an app of Qt whose modal dialog takes it", () => {
    let window: WindowRef;
    let answers: string[];
    let stop: () => Promise<void>;

    beforeEach(async () => {
      const child = spawn(systemPython, [join(testing, "qt_asking.py")], { env, stdio: ["ignore", "pipe", "inherit"] });
      const exited = once(child, "exit");
      const words: string[] = [];
      createInterface({ input: child.stdout }).on("line", (line) => words.push(line));
      await eventually("the Qt window", () => words.length > 0);
      window = { pid: child.pid ?? 0, windowId: Number(words[0]) };
      answers = words;
      stop = async () => {
        child.kill("SIGKILL");
        await exited;
      };
      await startFront();
    });
    afterEach(async () => {
      await sentinel.stop();
      await stop();
    });

    it.each(["Ask", "Ask later"])(
      "is given back after %s, and the dialog can be answered [front.given_back]",
      async (label) => {
        expect(await act(backend, window, ["button", label], { kind: "click" })).toMatchObject({
          delivery: "delivered",
        });
        await eventually("the dialog", async () => {
          return (await backend.look(window, ample())).snapshot.modal !== null;
        });
        await eventually("the front lost and given back", async () => (await lostTimes()) > 0 && (await inFront()));
        expect(await act(backend, window, ["button", "OK"], { kind: "click" })).toMatchObject({
          delivery: "delivered",
        });
        await eventually("the answer", () => answers.at(-1) === "OK");
        await eventually("the front as it was", inFront);
      },
    );
  });
});
