import type { Display } from "./display.js";
import { pair, request } from "./packet.js";

/**
 * Who may use which second seat. A seat outlives the connection that made it; the ownership of a selection does not: the
 * server takes it away when its owner dies. So a seat belongs to whoever owns the selection of its name.
 */

const opcodes = {
  createWindow: 1,
  setSelectionOwner: 22,
  getSelectionOwner: 23,
  grabServer: 36,
  ungrabServer: 37,
} as const;
const inputOnly = 2;
const overrideRedirect = 1 << 9;

/** So many processes can have a seat at the same time; each costs the server five devices of 40 or so. */
const mostSeats = 4;

export function seatName(number: number): string {
  return `beans-picker seat ${number}`;
}

export interface SeatOwner {
  /**
   * Takes the ownership of a seat that nobody owns, of one that is still there rather than of a new one; answers with its
   * name, which is the same each time. Null when all are owned.
   */
  claim(present: readonly string[]): Promise<string | null>;
  /** Gives it back. */
  release(): Promise<void>;
}

export function seatOwner(display: Display): SeatOwner {
  let window: Promise<number | null> | undefined;
  let owned: { readonly name: string; readonly selection: number } | undefined;

  async function makeWindow(): Promise<number | null> {
    const id = display.newId();
    const size = [pair(-1, -1), pair(1, 1), pair(0, inputOnly)];
    const made = await display.order(
      request(opcodes.createWindow, 0, [id, display.root, ...size, 0, overrideRedirect, 1]),
    );
    return made ? id : null;
  }

  function setOwner(selection: number, owner: number): Promise<boolean> {
    return display.order(request(opcodes.setSelectionOwner, 0, [owner, selection, 0]));
  }

  return {
    async claim(present) {
      if (owned !== undefined) return owned.name;
      const names = Array.from({ length: mostSeats }, (_, at) => seatName(at + 1));
      const inOrder = [
        ...names.filter((name) => present.includes(name)),
        ...names.filter((name) => !present.includes(name)),
      ];
      const [id, ...selections] = await Promise.all([
        (window ??= makeWindow()),
        ...inOrder.map((name) => display.atom(`_${name.replaceAll(/\W/g, "_").toUpperCase()}`)),
      ]);
      if (id === null) return null;
      const grabbed = display.order(request(opcodes.grabServer, 0));
      try {
        await grabbed;
        for (const [at, selection] of selections.entries()) {
          const name = inOrder[at];
          if (name === undefined || selection === null) continue;
          const owner = await display.ask(request(opcodes.getSelectionOwner, 0, [selection]));
          if (owner === null || owner.data.readUInt32LE(0) !== 0) continue;
          if (!(await setOwner(selection, id))) return null;
          owned = { name, selection };
          return name;
        }
        return null;
      } finally {
        await display.order(request(opcodes.ungrabServer, 0));
      }
    },
    async release() {
      if (owned === undefined) return;
      const { selection } = owned;
      owned = undefined;
      await setOwner(selection, 0);
    },
  };
}
