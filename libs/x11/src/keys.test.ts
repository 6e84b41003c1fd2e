import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { displayAddress } from "./address.js";
import { openDisplay } from "./connection.js";
import type { Display } from "./display.js";
import { seatsOf } from "./seat.js";
import { desk, env, now, output, plenty, startPair, until, xdotool } from "./testing/desk.js";
import { seatRequests } from "./xinput.js";

const address = displayAddress(env["DISPLAY"] ?? "", "the test cannot look");
const seat = /^beans-picker seat/;

describe("keys for a window in the background", () => {
  let pair: Awaited<ReturnType<typeof startPair>>;
  let watching: Display;
  let desktop: ReturnType<typeof desk>;

  beforeAll(async () => {
    watching = await openDisplay(address, env, AbortSignal.timeout(5_000));
  });

  beforeEach(async () => {
    desktop = desk();
    pair = await startPair();
    await xdotool("mousemove", "640", "20");
  });

  afterEach(async () => {
    await desktop.close();
    await pair.stop();
  });

  afterAll(() => watching.close());

  async function seats(): Promise<number> {
    const devices = (await (await seatRequests(watching))?.devices()) ?? [];
    return devices.filter(({ use, name }) => use === "master_pointer" && seat.test(name)).length;
  }

  async function press(...chord: string[]): Promise<void> {
    const pressed = await desktop.pressKeys({ windowId: pair.fixture.windowId, chords: [chord] }, plenty());
    expect(pressed).toMatchObject({ sent: true, acknowledged: true });
  }

  it("reach it and nothing else: neither the front app, nor the focus, nor the pointer [x11.keys.background]", async () => {
    const pointer = await xdotool("getmouselocation");
    const times: number[] = [];
    for (const chord of [["a"], ["B"], ["tab"], ["x"], ["shift", "tab"], ["ctrl", "s"], ["return"], ["escape"]]) {
      const started = now();
      await press(...chord);
      times.push(now() - started);
    }
    console.log(`one chord: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
    const state = await pair.fixture.waitFor(({ events }) => events.some(({ name }) => name === "key-press:Escape"));
    expect(state).toMatchObject({ name: "aB", email: "x", saves: 1, active: false });
    const keys = state.events.flatMap(({ name }) => (name.startsWith("key-press:") ? [name.slice(10)] : []));
    const expected = "a Shift_L B Tab x Shift_L ISO_Left_Tab Control_L s Return Escape".split(" ");
    expect(keys).toEqual(expected);
    const sentinel = await pair.sentinel.state();
    expect(sentinel).toMatchObject({ active: true, text: "" });
    expect(sentinel.events.map(({ name }) => name)).toEqual(["focus-in"]);
    expect(await xdotool("getmouselocation")).toBe(pointer);
    expect(Number(await xdotool("getactivewindow"))).toBe(pair.sentinel.windowId);
  });

  it("come from a second seat that is gone soon after, also at the end of the process [x11.keys.seat]", async () => {
    await press("a");
    expect(await seats()).toBe(1);
    await until("the seat is gone", async () => ((await seats()) === 0 ? true : undefined));
    await press("b");
    expect(await seats()).toBe(1);
    await desktop.close();
    expect(await seats()).toBe(0);
    expect((await pair.fixture.state()).name).toBe("ab");
  });

  it("leave the seat while an app has not taken note of it, which GTK would not survive [x11.keys.seat]", async () => {
    process.kill(pair.sentinel.pid, "SIGSTOP");
    try {
      await press("a");
      // Twice as long as it stays otherwise.
      for (const since = now(); now() - since < 5_000;) {
        expect(await seats()).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      process.kill(pair.sentinel.pid, "SIGCONT");
    }
    await until("the seat is gone", async () => ((await seats()) === 0 ? true : undefined));
    expect((await pair.sentinel.state()).text).toBe("");
  });

  it("take over the seat of an owner that died, and remove it in the end [x11.keys.leftover]", async () => {
    const dead = await openDisplay(address, env, AbortSignal.timeout(5_000));
    await seatsOf(dead, () => 1).use((made) => {
      expect(made).not.toBeNull();
      return Promise.resolve();
    });
    dead.close();
    await until("its connection is gone", () => dead.lost.then(() => true));
    expect(await seats()).toBe(1);
    await desktop.windows(plenty());
    await press("a");
    expect(await seats()).toBe(1);
    await until("the seat is gone", async () => ((await seats()) === 0 ? true : undefined));
  });

  it("do not take away the seat of an owner that lives [x11.keys.leftover]", async () => {
    const other = await openDisplay(address, env, AbortSignal.timeout(5_000));
    const theirs = seatsOf(other, () => 1);
    await theirs.use(async (made) => {
      expect(made).not.toBeNull();
      await press("a");
      expect(await seats()).toBe(2);
      await desktop.close();
      expect(await seats()).toBe(1);
    });
    await theirs.close(1_000);
    other.close();
    expect(await seats()).toBe(0);
  });

  it("are refused when every point of the window is covered, and go to nobody [x11.keys.covered]", async () => {
    const area = (await desktop.windows(plenty())).find(({ id }) => id === pair.fixture.windowId)?.bounds;
    expect(area).toBeDefined();
    if (area === undefined) return;
    await desktop.moveResize(pair.sentinel.windowId, area, plenty());
    const pressed = await desktop.pressKeys({ windowId: pair.fixture.windowId, chords: [["a"]] }, plenty());
    expect(pressed).toMatchObject({ sent: false, reason: "no_visible_point" });
    expect((await pair.sentinel.state()).text).toBe("");
    // A strip that is free is enough.
    await desktop.moveResize(pair.sentinel.windowId, { ...area, width: area.width - 8 }, plenty());
    await press("a");
    await pair.fixture.waitFor(({ name }) => name === "a");
    expect((await pair.sentinel.state()).text).toBe("");
  });

  it("are refused when they are no chord of this keyboard, and nothing is sent [x11.keys.refused]", async () => {
    const chords = [
      [["é"], "no_key"],
      [["冬"], "no_key"],
      [["a", "b"], "bad_chord"],
      [["ctrl"], "bad_chord"],
      [[], "bad_chord"],
      [["hyper"], "bad_chord"],
      [["\n"], "bad_chord"],
    ] as const;
    for (const [chord, reason] of chords) {
      const pressed = await desktop.pressKeys({ windowId: pair.fixture.windowId, chords: [chord] }, plenty());
      expect(pressed).toMatchObject({ sent: false, reason });
    }
    expect(await seats()).toBe(0);
    expect((await pair.fixture.state()).events).toEqual([]);
  });

  it("are refused for a window that is gone, or minimised [x11.keys.refused]", async () => {
    const gone = await desktop.pressKeys({ windowId: 0x7fffff, chords: [["a"]] }, plenty());
    expect(gone).toMatchObject({ sent: false, reason: "window_gone" });
    await xdotool("windowminimize", String(pair.fixture.windowId));
    await until("it is minimised", async () =>
      (await desktop.windows(plenty())).find(({ id, minimised }) => id === pair.fixture.windowId && minimised),
    );
    const hidden = await desktop.pressKeys({ windowId: pair.fixture.windowId, chords: [["a"]] }, plenty());
    expect(hidden).toMatchObject({ sent: false, reason: "not_shown" });
  });

  it("never trigger a shortcut of the window manager [x11.keys.grabs]", async () => {
    await press("alt", "f4");
    await press("alt", "tab");
    const names = async (): Promise<string[]> =>
      (await output("xdotool", "search", "--onlyvisible", "--name", ".")).toString().split("\n");
    expect(await names()).toContain(String(pair.sentinel.windowId));
    expect(await pair.sentinel.state()).toMatchObject({ active: true, quit: false });
    await pair.fixture.waitFor(({ events }) => events.some(({ name }) => name === "key-press:F4"));
  });

  it("are sent in turn when they are asked for at once [x11.keys.background]", async () => {
    const text = "thequickbrownfox";
    const all = Array.from(text, (key) =>
      desktop.pressKeys({ windowId: pair.fixture.windowId, chords: [[key]] }, plenty()),
    );
    expect((await Promise.all(all)).every(({ sent }) => sent)).toBe(true);
    await pair.fixture.waitFor(({ name }) => name === text);
  });
});
