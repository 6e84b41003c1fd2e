import { budgetOf } from "./budget.js";
import type { Display } from "./display.js";
import { caughtUp } from "./ping.js";
import { type SeatOwner, seatOwner } from "./seat-owner.js";
import { listX11Windows } from "./stack.js";
import { type Device, seatRequests, type SeatRequests } from "./xinput.js";

/** A pointer and a keyboard of our own, beside the user's. */
export interface Seat {
  readonly requests: SeatRequests;
  readonly pointer: number;
  /** The XTEST keyboard that belongs to it. */
  readonly keyboard: number;
}

/**
 * The second seat of this connection. It is made when it is needed and removed a while after it was used last, but only
 * when every app that has a window has dealt with the news that it is there: GTK 3.24 looks up new devices one by one, and
 * crashes when a seat is gone at the first look-up and another with the same numbers is there at the next. For the same
 * reason the seat of an owner that died is taken over and not removed at once.
 */
export interface Seats {
  /** Uses the seat for as long as `work` takes. `work` gets null when the server cannot have a seat or all are taken. */
  use<T>(work: (seat: Seat | null) => Promise<T>): Promise<T>;
  /** Takes over what an owner that died has left, so that it is removed in time. */
  adopt(): Promise<void>;
  /** Waits for a use that is under way, and removes the seat if that may be done within `ms`. */
  close(ms: number): Promise<void>;
}

/** How long the seat stays unused. Also the time that an app without a window has at least for the news. */
const idleMs = 2_000;
/** How long one app may take to say that it has dealt with the news; if it does not, it is asked again `idleMs` later. */
const newsMs = 500;

export function seatsOf(display: Display, mark: () => number): Seats {
  const owner: SeatOwner = seatOwner(display);
  let requests: Promise<SeatRequests | null> | undefined;
  let seat: Seat | null = null;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function open(): Promise<Seat | null> {
    const asked = await (requests ??= seatRequests(display));
    if (asked === null || seat !== null) return seat;
    const before = await asked.devices();
    const name = await owner.claim(seatsAmong(before));
    if (name === null) return null;
    seat = seatIn(before, name, asked);
    if (seat === null && (await asked.addMaster(name))) seat = seatIn(await asked.devices(), name, asked);
    if (seat === null) await owner.release();
    return seat;
  }

  /** True when the seat is gone; false when it is in use, or when an app has yet to deal with the news. */
  async function retire(patienceMs: number): Promise<boolean> {
    if (seat === null) return true;
    if (users > 0 || !(await allKnow(patienceMs)) || users > 0) return false;
    const gone: Seat = seat;
    seat = null;
    await gone.requests.removeMaster(gone.pointer);
    await owner.release();
    return true;
  }

  async function allKnow(patienceMs: number): Promise<boolean> {
    // Only ids are needed, so the name of this machine is not.
    const windows = await listX11Windows(display, "");
    const answers = await Promise.all(
      windows.map(({ id: window }) => caughtUp(display, window, mark(), budgetOf(patienceMs * 2), patienceMs)),
    );
    return !answers.includes(false);
  }

  function rest(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      retire(newsMs).then(
        (gone) => (gone || users > 0 ? undefined : rest()),
        () => undefined,
      );
    }, idleMs).unref();
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  }

  return {
    use: (work) =>
      inTurn(async () => {
        users += 1;
        clearTimeout(timer);
        try {
          return await work(await open());
        } finally {
          users -= 1;
          if (seat !== null) rest();
        }
      }),
    adopt: () =>
      inTurn(async () => {
        const asked = seat === null ? await (requests ??= seatRequests(display)) : null;
        const devices = (await asked?.devices()) ?? [];
        const present = seatsAmong(devices);
        if (asked === null || present.length === 0) return;
        // Those that are there may all have owners that live.
        const name = await owner.claim(present);
        if (name === null) return;
        seat = seatIn(devices, name, asked);
        if (seat === null) await owner.release();
        else rest();
      }),
    async close(ms) {
      await last;
      clearTimeout(timer);
      await retire(ms);
    },
  };
}

/** Names of the seats of ours, whoever's, that are among the devices. */
function seatsAmong(devices: readonly Device[]): string[] {
  return devices
    .filter(({ use, name }) => use === "master_pointer" && /^beans-picker seat \d+ pointer$/.test(name))
    .map(({ name }) => name.replace(/ pointer$/, ""));
}

function seatIn(devices: readonly Device[], name: string, requests: SeatRequests): Seat | null {
  const pointer = devices.find((device) => device.use === "master_pointer" && device.name === `${name} pointer`);
  if (pointer === undefined) return null;
  const keyboard = devices.find(({ use, attachment }) => use === "slave_keyboard" && attachment === pointer.attachment);
  return keyboard === undefined ? null : { requests, pointer: pointer.id, keyboard: keyboard.id };
}
