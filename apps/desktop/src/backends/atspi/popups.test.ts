import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type FormFixture, startWebFixture } from "@beans-picker/fixture";
import { createLogger } from "@beans-picker/ipc";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DesktopBackend, Look } from "../../backend.js";
import { createBackend } from "../../create-backend.js";
import { desktopEnv, findNode, type Wanted } from "../../testing/desktop.js";
import { type Popups, type PopupKind, startPopups } from "../../testing/popups.js";
import { ample, eventually } from "../../testing/scripted.js";

function openBackend(): DesktopBackend {
  const env = { ...process.env, BEANS_PICKER_DRIVER: "native" };
  return createBackend("linux", env, createLogger("test", "silent"));
}

const kinds: readonly (readonly [string, PopupKind])[] = [
  ["GTK 3", "gtk3"],
  ["GTK 4", "gtk4"],
  ["Qt", "qt"],
];

/** What is to be seen and can be chosen under a name. */
function shown({ snapshot }: Look, label: string): number[] {
  const { nodes } = snapshot;
  return nodes
    .filter((node) => node.label === label && node.operable && node.states.showing === true)
    .map(({ handle }) => handle);
}

describe.runIf(process.platform === "linux").each(kinds)("what one of two windows of a %s app opened", (_, kind) => {
  let backend: DesktopBackend;
  let app: Popups;

  beforeAll(() => {
    backend = openBackend();
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    app = await startPopups(kind);
    for (const at of [0, 1]) {
      const isThere = async () => (await backend.look(app.window(at), ample())).snapshot.completeness.complete;
      await eventually("the whole window", isThere, 20_000);
    }
  });
  afterEach(() => app.stop());

  async function opened(at: number, label: string): Promise<Look> {
    let look = await backend.look(app.window(at), ample());
    await eventually(`${label} in window ${String(at)}`, async () => {
      look = await backend.look(app.window(at), ample());
      return shown(look, label).length === 1;
    });
    return look;
  }

  it.each([0, 1])("is a pop-up menu of window %i, whose commands can be chosen [native.popup_menu]", async (at) => {
    app.open("menu", at);
    const look = await opened(at, "Rename");
    expect(look.snapshot.completeness).toMatchObject({ complete: true });
    expect(shown(await backend.look(app.window(1 - at), ample()), "Rename")).toEqual([]);
    const [handle = -1] = shown(look, "Rename");
    expect(await backend.perform(look, { kind: "click", handle }, ample())).toMatchObject({ delivery: "delivered" });
    await eventually("the command", () => app.state().chosen.length > 0);
    expect(app.state().chosen).toEqual([[at, "Rename"]]);
  });

  it.each([0, 1])("is a list of window %i, whose options are chosen or refused [native.open_list]", async (at) => {
    app.open("list", at);
    const look = await opened(at, "Large");
    expect(look.snapshot.completeness).toMatchObject({ complete: true });
    const [handle = -1] = shown(look, "Large");
    const performed = await backend.perform(look, { kind: "click", handle }, ample());
    if (kind !== "gtk3") {
      // What the toolkit offers for it would mark the option and leave the drop-down at what it was.
      expect(performed).toMatchObject({ delivery: "not_delivered", refusal: { code: "background_unavailable" } });
      expect(app.state().sizes).toEqual(["Small", "Small"]);
      return;
    }
    expect(performed).toMatchObject({ delivery: "delivered" });
    await eventually("the option", () => app.state().sizes[at] === "Large");
    expect(app.state().sizes[1 - at]).toBe("Small");
  });
});

describe.runIf(process.platform === "linux")("a menu of Qt that was open before the first look", () => {
  it("is said to be missing until it is closed [native.popup_menu]", async () => {
    const app = await startPopups("qt");
    const [early, late] = [openBackend(), openBackend()];
    const look = async (backend: DesktopBackend): Promise<Look> => await backend.look(app.window(0), ample());
    try {
      await eventually("the window", async () => (await look(early)).snapshot.nodes.length > 1, 20_000);
      app.open("menu", 0);
      await eventually("the menu", async () => shown(await look(early), "Rename").length === 1);
      const { completeness } = (await look(late)).snapshot;
      expect(completeness).toMatchObject({ complete: false, reasons: ["no_accessibility"] });
      app.close(0);
      await eventually("the closed menu", async () => (await look(late)).snapshot.completeness.complete);
    } finally {
      await Promise.all([early.close(), late.close()]);
      await app.stop();
    }
  });
});

describe.runIf(process.platform === "linux")("what a page of Chromium opened", () => {
  const env = desktopEnv();
  let backend: DesktopBackend;
  let page: FormFixture;

  beforeAll(async () => {
    backend = openBackend();
    page = await startWebFixture({ env });
  });
  afterAll(async () => {
    await xdotool("mousemove", "0", "0");
    await backend.close();
    await page.stop();
  });

  async function xdotool(...args: readonly string[]): Promise<void> {
    await promisify(execFile)("xdotool", args, { env });
  }

  /** Presses the person's own pointer on a control. */
  async function press(wanted: Wanted, button: "1" | "3"): Promise<void> {
    let place: readonly string[] = [];
    await eventually(wanted.join(" "), async () => {
      const look = await backend.look(page, ample());
      const isThere = look.snapshot.nodes.some(({ role, label }) => role === wanted[0] && label === wanted[1]);
      const { frame } = isThere ? findNode(look, wanted) : {};
      if (frame !== undefined)
        place = [frame.x + frame.width / 2, frame.y + frame.height / 2].map(Math.round).map(String);
      return frame !== undefined;
    });
    await xdotool("mousemove", ...place, "click", button);
  }

  async function choose(label: RegExp): Promise<void> {
    const options = (look: Look) =>
      look.snapshot.nodes.filter(
        (node) => node.role === "menuitem" && node.states.showing === true && label.test(node.label),
      );
    let look = await backend.look(page, ample());
    await eventually(String(label), async () => {
      look = await backend.look(page, ample());
      return options(look).filter(({ states }) => states.enabled).length === 1;
    });
    const [node] = options(look);
    const performed = await backend.perform(look, { kind: "click", handle: node?.handle ?? -1 }, ample());
    expect(performed).toMatchObject({ delivery: "delivered" });
  }

  it("is a context menu, whose commands can be chosen [native.popup_menu]", async () => {
    await page.set({ name: "to be cut" });
    await press(["textfield", "Name"], "3");
    await choose(/^Select all/);
    await press(["textfield", "Name"], "3");
    await choose(/^Cut/);
    await page.waitFor(({ name }) => name === "");
  });

  it("is the list of a drop-down, whose options can be chosen [native.open_list]", async () => {
    await press(["popup", "Size"], "1");
    await choose(/^Large$/);
    await page.waitFor(({ size }) => size === "Large");
  });
});
