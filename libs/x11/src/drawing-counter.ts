import { offScreen, type OffScreen } from "./composite.js";
import type { Display, Extension } from "./display.js";
import { intersection, type Rect } from "./geometry.js";
import { quad, request } from "./packet.js";
import type { Stack } from "./stack.js";
import type { X11Window } from "./window.js";

/** Source: DAMAGE extension 1.1. `nonEmpty`: one event when something is drawn, and none more until it was taken off. */
const damage = { queryVersion: 0, create: 1, subtract: 3, nonEmpty: 3 } as const;
const getSelectionOwner = 23;
const destroyNotify = 17;
/** Owned by a compositor. Source: EWMH 1.5, "Compositing managers". The first screen is the only one that is used. */
const compositor = "_NET_WM_CM_S0";

interface Watched {
  readonly id: number;
  count: number;
  dirty: boolean;
}

/** Windows that are kept drawing into pictures of their own at a time. */
const maxRedirected = 8;

/**
 * Tells whether anything was drawn in windows since one asked last. The server tells only of what a person could see.
 * Where no compositor has windows draw into pictures of their own, a covered window is made to do so until it is gone,
 * others were asked for, or it is released; nothing of that shows on the screen.
 */
export class DrawingCounter {
  readonly #watched = new Map<number, Watched>();
  /** By the window below the root, the oldest first. */
  readonly #redirected = new Map<number, OffScreen>();
  #extension: Promise<Extension | null> | undefined;

  constructor(readonly display: Display) {
    display.onEvent((event) => {
      if ((event.readUInt8(0) & 0x7f) === destroyNotify) this.#forget(event.readUInt32LE(8));
    });
  }

  /** Asks at once for what counting needs, so that nobody waits for it later. */
  prepare(): void {
    this.display.prepare([compositor]);
    this.#opened().catch(() => undefined);
  }

  /** A number for each window that stays the same while nothing is drawn in it. Windows of which that is unknown are left out. */
  async counts(windowIds: readonly number[], stack: Stack): Promise<ReadonlyMap<number, number>> {
    const extension = await this.#opened();
    if (extension === null) return new Map();
    for (const id of windowIds) if (!this.#watched.has(id)) this.#watch(extension, id);
    // The question whether a compositor is there is also the one behind whose answer nothing is on its way any more.
    const composited = await this.#isComposited();
    const counts = new Map<number, number>();
    for (const id of windowIds) {
      const watched = this.#watched.get(id);
      const found = stack.windows.find(({ window }) => window.id === id);
      if (watched === undefined || found === undefined || !found.window.mapped || found.window.minimised) continue;
      if (!composited && !isWhollyVisible(stack, found.window) && !(await this.#isOffScreen(found.top, watched)))
        continue;
      if (watched.dirty) {
        watched.dirty = false;
        watched.count += 1;
        this.#takeOff(extension, watched.id);
      }
      counts.set(id, watched.count);
    }
    return counts;
  }

  /** Gives a window back to the screen. */
  release(windowId: number, { windows }: Stack): void {
    const top = windows.find(({ window }) => window.id === windowId)?.top ?? windowId;
    this.#redirected.get(top)?.unredirect();
    this.#redirected.delete(top);
  }

  /** Whether all that a covered window draws is told from now on. */
  async #isOffScreen(top: number, watched: Watched): Promise<boolean> {
    const known = this.#redirected.get(top);
    if (known !== undefined) {
      this.#redirected.delete(top);
      this.#redirected.set(top, known);
      return true;
    }
    // What it drew while it was covered was not told.
    watched.dirty = true;
    const own = await offScreen(this.display, top);
    if (own === null || !(await own.redirect())) return false;
    this.#redirected.set(top, own);
    for (const [oldest, picture] of this.#redirected) {
      if (this.#redirected.size <= maxRedirected) break;
      this.#redirected.delete(oldest);
      picture.unredirect();
    }
    return true;
  }

  #opened(): Promise<Extension | null> {
    return (this.#extension ??= this.#open());
  }

  async #open(): Promise<Extension | null> {
    const extension = await this.display.extension("DAMAGE");
    if (extension === null) return null;
    const version = await this.display.ask(request(extension.opcode, damage.queryVersion, [1, 1]));
    if (version === null) return null;
    this.display.onEvent((event) => {
      if ((event.readUInt8(0) & 0x7f) !== extension.firstEvent) return;
      const watched = this.#watched.get(event.readUInt32LE(4));
      if (watched?.id === event.readUInt32LE(8)) watched.dirty = true;
    });
    return extension;
  }

  #watch(extension: Extension, window: number): void {
    const id = this.display.newId();
    // The server tells at once that all of it was drawn.
    this.#watched.set(window, { id, count: 0, dirty: true });
    const level = quad(damage.nonEmpty, 0, 0, 0);
    const made = this.display.order(request(extension.opcode, damage.create, [id, window, level]));
    made.then(
      (accepted) => {
        if (!accepted) this.#forget(window);
      },
      () => undefined,
    );
  }

  #takeOff(extension: Extension, id: number): void {
    this.display.order(request(extension.opcode, damage.subtract, [id, 0, 0])).catch(() => undefined);
  }

  /** With the window the server forgets what it counted in it. */
  #forget(window: number): void {
    this.#redirected.delete(window);
    const watched = this.#watched.get(window);
    if (watched === undefined) return;
    this.#watched.delete(window);
    this.display.releaseId(watched.id);
  }

  async #isComposited(): Promise<boolean> {
    const atom = await this.display.atom(compositor);
    const answer = atom === null ? null : await this.display.ask(request(getSelectionOwner, 0, [atom]));
    return answer !== null && answer.data.readUInt32LE(0) !== 0;
  }
}

function isWhollyVisible({ windows, screen }: Stack, own: X11Window): boolean {
  return isInside(own.bounds, screen) && !windows.some(({ window }) => covers(window, own));
}

function covers(other: X11Window, own: X11Window): boolean {
  return other.mapped && other.zIndex > own.zIndex && intersection(other.frame, own.bounds) !== null;
}

function isInside({ x, y, width, height }: Rect, screen: Rect): boolean {
  return (
    x >= screen.x && y >= screen.y && x + width <= screen.x + screen.width && y + height <= screen.y + screen.height
  );
}
