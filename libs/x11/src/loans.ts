import type { Display } from "./display.js";
import { readKeyboard } from "./keyboard.js";
import { type Keymap, unusedKeycodes } from "./keymap.js";
import { pair, quad, readWords, request } from "./packet.js";

const opcodes = {
  createWindow: 1,
  changeProperty: 18,
  deleteProperty: 19,
  grabServer: 36,
  ungrabServer: 37,
  changeKeyboardMapping: 100,
} as const;
const inputOnly = 2;
const overrideRedirect = 1 << 9;
/** The predefined atom CARDINAL. */
const cardinal = 6;
const register = "_BEANS_PICKER_KEYS";
/** One entry of the register: the owner's window, the keycode, and what the key stands for meanwhile. */
const entryWords = 3;
const mostEntries = 256;

/** How long a key stays lent after the last use: apps look up what it stands for when they get it. */
const idleMs = 3_000;

/**
 * Lends keys that stand for nothing to characters that have no key, for apps that take characters as typed keys only. Other
 * apps are told of the change and see a key that nobody presses. What is lent is written down at the root window, so that it
 * is given back by the next process when this one dies.
 */
export interface KeyLoans {
  /** From now until `done`, nothing is given back; ask the keyboard after this. */
  hold(): Promise<void>;
  /** These keys are about to be pressed: those of them that are lent keep their meaning until `done`. */
  keep(keycodes: readonly number[]): void;
  /** Makes some key stand for `keysym` until `done`, at least; null when none is free. */
  lend(keysym: number): Promise<number | null>;
  done(): void;
  /** Gives back what an owner that died has left. */
  adopt(): Promise<void>;
  /** Gives everything back. */
  close(): Promise<void>;
}

interface Entry {
  readonly owner: number;
  readonly keycode: number;
  readonly keysym: number;
}

export function keyLoans(display: Display): KeyLoans {
  /** Oldest first. */
  const lent = new Map<number, number>();
  const kept = new Set<number>();
  let holders = 0;
  let owner: Promise<number> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function makeOwner(): Promise<number> {
    const id = display.newId();
    const size = [pair(-1, -1), pair(1, 1), pair(0, inputOnly)];
    await display.order(request(opcodes.createWindow, 0, [id, display.root, ...size, 0, overrideRedirect, 1]));
    return id;
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  }

  /** While nobody else can change the keyboard or the register. */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const grabbed = display.order(request(opcodes.grabServer, 0));
    try {
      await grabbed;
      return await work();
    } finally {
      await display.order(request(opcodes.ungrabServer, 0));
    }
  }

  async function readRegister(): Promise<Entry[]> {
    const property = await display.property(display.root, register, mostEntries * entryWords);
    const words =
      property === null || property.format !== 32 ? [] : readWords(property.data, 0, mostEntries * entryWords);
    return Array.from({ length: Math.floor(words.length / entryWords) }, (_, at) => ({
      owner: words[at * entryWords] ?? 0,
      keycode: words[at * entryWords + 1] ?? 0,
      keysym: words[at * entryWords + 2] ?? 0,
    }));
  }

  async function writeRegister(entries: readonly Entry[]): Promise<void> {
    const atom = await display.atom(register);
    if (atom === null) return;
    if (entries.length === 0) {
      await display.order(request(opcodes.deleteProperty, 0, [display.root, atom]));
      return;
    }
    const words = entries.slice(0, mostEntries).flatMap(({ owner: by, keycode, keysym }) => [by, keycode, keysym]);
    await display.order(
      request(opcodes.changeProperty, 0, [display.root, atom, cardinal, quad(32, 0, 0, 0), words.length, ...words]),
    );
  }

  async function assign(keycode: number, keysym: number, perKey: number): Promise<boolean> {
    const keysyms = Array.from({ length: perKey }, () => keysym);
    return display.order(request(opcodes.changeKeyboardMapping, 1, [quad(keycode, perKey, 0, 0), ...keysyms]));
  }

  /** Takes from keys what they were lent for, unless somebody has given them another meaning since. */
  async function clear(entries: readonly Entry[], keymap: Keymap): Promise<void> {
    for (const { keycode, keysym } of entries) {
      const at = (keycode - keymap.first) * keymap.perKey;
      if (at >= 0 && keymap.keysyms[at] === keysym) await assign(keycode, 0, keymap.perKey);
    }
  }

  async function giveBack(): Promise<void> {
    clearTimeout(timer);
    if (lent.size === 0 || holders > 0) return;
    const by = await (owner ??= makeOwner());
    await alone(async () => {
      const [keyboard, entries] = await Promise.all([readKeyboard(display), readRegister()]);
      const own = entries.filter((entry) => entry.owner === by);
      if (keyboard !== null) await clear(own, keyboard.keymap);
      await writeRegister(entries.filter((entry) => entry.owner !== by));
    });
    lent.clear();
  }

  return {
    async hold() {
      holders += 1;
      clearTimeout(timer);
      await last;
    },
    keep(keycodes) {
      for (const keycode of keycodes) if (lent.has(keycode)) kept.add(keycode);
    },
    lend: (keysym) =>
      inTurn(async () => {
        const [known] = [...lent].find(([, meaning]) => meaning === keysym) ?? [];
        if (known !== undefined) {
          kept.add(known);
          return known;
        }
        const by = await (owner ??= makeOwner());
        return await alone(async () => {
          const [keyboard, entries] = await Promise.all([readKeyboard(display), readRegister()]);
          if (keyboard === null) return null;
          const [free] = unusedKeycodes(keyboard.keymap, keyboard.modifiers);
          const oldest = [...lent.keys()].find((each) => !kept.has(each));
          const keycode = free ?? oldest;
          if (keycode === undefined) return null;
          // Written down first: dying in between leaves a key that means nothing.
          await writeRegister([
            ...entries.filter((entry) => entry.owner !== by || entry.keycode !== keycode),
            { owner: by, keycode, keysym },
          ]);
          if (!(await assign(keycode, keysym, keyboard.keymap.perKey))) return null;
          lent.delete(keycode);
          lent.set(keycode, keysym);
          kept.add(keycode);
          return keycode;
        });
      }),
    done() {
      holders -= 1;
      if (holders > 0) return;
      kept.clear();
      clearTimeout(timer);
      timer = setTimeout(() => void inTurn(giveBack).catch(() => undefined), idleMs).unref();
    },
    adopt: () =>
      inTurn(async () => {
        if ((await readRegister()).length === 0) return;
        await alone(async () => {
          const [keyboard, entries] = await Promise.all([readKeyboard(display), readRegister()]);
          const living = await Promise.all(entries.map((entry) => display.exists(entry.owner)));
          const left = entries.filter((_, at) => living[at] === false);
          if (left.length === 0 || keyboard === null) return;
          await clear(left, keyboard.keymap);
          await writeRegister(entries.filter((_, at) => living[at] === true));
        });
      }),
    close: () => inTurn(giveBack),
  };
}
