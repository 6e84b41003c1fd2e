import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { displayAddress } from "./address.js";
import { openDisplay } from "./connection.js";
import type { Display } from "./display.js";
import { readKeyboard } from "./keyboard.js";
import { findKey, unusedKeycodes } from "./keymap.js";
import { keyLoans } from "./loans.js";
import { desk, env, plenty, until } from "./testing/desk.js";

const address = displayAddress(env["DISPLAY"] ?? "", "");
const open = (): Promise<Display> => openDisplay(address, env, AbortSignal.timeout(5_000));

describe("keys lent to characters that have none", () => {
  let watching: Display;
  let before: readonly number[];

  beforeAll(async () => {
    watching = await open();
    before = await keysyms();
  });
  afterAll(() => watching.close());

  async function keysyms(): Promise<readonly number[]> {
    return (await readKeyboard(watching))?.keymap.keysyms ?? [];
  }

  it("stand for the character while they are needed, and for nothing soon after [x11.keys.lent]", async () => {
    const loans = keyLoans(watching);
    await loans.hold();
    const keycode = await loans.lend(0x0100263a);
    const keyboard = await readKeyboard(watching);
    expect(keyboard && findKey(keyboard.keymap, [0x0100263a])).toEqual({ keycode, shift: false });
    expect(await loans.lend(0x0100263a)).toBe(keycode);
    loans.done();
    await until("the keyboard as it was", async () => ((await keysyms()).join() === before.join() ? true : undefined));
  });

  it("run out, rather than change their meaning before they were pressed [x11.keys.lent]", async () => {
    const loans = keyLoans(watching);
    const keyboard = await readKeyboard(watching);
    const free = keyboard === null ? 0 : unusedKeycodes(keyboard.keymap, keyboard.modifiers).length;
    expect(free).toBeGreaterThan(0);
    await loans.hold();
    const lent: (number | null)[] = [];
    for (let at = 0; at <= free; at += 1) lent.push(await loans.lend(0x01004e00 + at));
    expect(new Set(lent).size).toBe(free + 1);
    expect(lent.at(-1)).toBeNull();
    loans.done();
    // The next in need takes the one that was lent longest ago.
    await loans.hold();
    expect(await loans.lend(0x01005000)).toBe(lent[0]);
    loans.done();
    await loans.close();
    expect(await keysyms()).toEqual(before);
  });

  it("are given back by the next process when theirs dies [x11.keys.lent]", async () => {
    const dying = await open();
    const loans = keyLoans(dying);
    await loans.hold();
    await loans.lend(0x0100263b);
    expect(await keysyms()).not.toEqual(before);
    dying.close();
    await until("its connection is gone", () => dying.lost.then(() => true));
    const next = desk();
    await next.windows(plenty());
    await until("the keys are given back", async () => isDeepStrictEqual(await keysyms(), before) || undefined);
    await next.close();
  });

  it("keep a meaning that somebody else has given them since [x11.keys.lent]", async () => {
    const [mine, theirs] = [keyLoans(watching), keyLoans(watching)];
    await mine.hold();
    const first = await mine.lend(0x01002600);
    await theirs.hold();
    const second = await theirs.lend(0x01002601);
    expect(second).not.toBe(first);
    mine.done();
    await mine.close();
    const keyboard = await readKeyboard(watching);
    expect(keyboard && findKey(keyboard.keymap, [0x01002601])?.keycode).toBe(second);
    theirs.done();
    await theirs.close();
    expect(await keysyms()).toEqual(before);
  });
});
