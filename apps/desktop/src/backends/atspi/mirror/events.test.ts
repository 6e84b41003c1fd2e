import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { find, flatten, lines } from "../../../testing/accessible-tree.js";
import { open, type OpenWindow, windowOf } from "../../../testing/accessible-window.js";
import { desktopEnv } from "../../../testing/desktop.js";
import { eventually } from "../../../testing/scripted.js";
import type { AtspiAccessibility } from "../bus/index.js";

const script = fileURLToPath(new URL("../../../../testing/quiet_changes.py", import.meta.url));

describe("changes that only an event tells of", () => {
  const env = desktopEnv();
  const app = spawn("/usr/bin/python3", [script], { env, stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: app.stdout });
  let accessibility: AtspiAccessibility;
  let window: OpenWindow;

  beforeAll(async () => {
    accessibility = await open(env);
    window = await windowOf(accessibility, app.pid ?? 0);
  });
  afterAll(async () => {
    await accessibility.close();
    app.kill();
    await once(app, "exit");
  });

  const change = async (word: string): Promise<void> => {
    const answer = once(answers, "line");
    app.stdin.write(`${word}\n`);
    await answer;
  };

  it("a name on a page that does not show is the new one, however fast one looks [native.mirror-equals-fresh]", async () => {
    const names = async (): Promise<string[]> => flatten(await window.read()).map(({ name }) => name);
    for (const name of ["New name", "Old name", "New name", "Old name"]) {
      await names();
      await change("rename");
      expect(await names()).toContain(name);
    }
    expect(lines(await window.read())).toEqual(lines(await window.readFresh()));
  });

  it("a button that was pushed down is found where it is now [native.mirror-equals-fresh]", async () => {
    const before = find(await window.read(), 43).extents;
    await change("move");
    // The layout comes a frame later.
    const hasMoved = async (): Promise<boolean> => find(await window.readFresh(), 43).extents?.y !== before?.y;
    await eventually("the button where it was pushed", hasMoved);
    expect(find(await window.read(), 43).extents?.y).toBeGreaterThan(before?.y ?? Infinity);
    expect(lines(await window.read())).toEqual(lines(await window.readFresh()));
  });
});
