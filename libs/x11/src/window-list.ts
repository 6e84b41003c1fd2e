import { originOf } from "./core.js";
import type { Display } from "./display.js";
import { request } from "./packet.js";
import { readStack, type Stack } from "./stack.js";

/** Sources: X11 protocol, event masks and codes of appendix B. */
const masks = { structureNotify: 1 << 17, substructureNotify: 1 << 19, propertyChange: 1 << 22 } as const;
const events = { first: 16, destroyNotify: 17, last: 26, propertyNotify: 28 } as const;
const changeWindowAttributes = 2;
const eventMaskValue = 1 << 11;

/** What can be different about windows without any of them being told: nothing may be kept longer, in milliseconds. */
const longestTrustMs = 5_000;

/**
 * The windows of the screen, read again only when the server told of a change: a window that came, went, moved or was
 * restacked, or a property that was written on the root, on a window of the list or on what a window manager put around it.
 */
export class WindowList {
  #stack: Promise<Stack> | undefined;
  #readAt = 0;
  #stale = true;
  /** Windows whose events are asked for. */
  readonly #selected = new Set<number>();

  constructor(
    readonly display: Display,
    readonly host: string,
    readonly now: () => number,
  ) {
    display.watchRoot(masks.substructureNotify | masks.propertyChange, () => undefined);
    display.onEvent((event) => {
      const code = event.readUInt8(0) & 0x7f;
      const tells = (code >= events.first && code <= events.last) || code === events.propertyNotify;
      if (tells && this.#concerns(event.readUInt32LE(4))) this.#stale = true;
      // Another window may get the same number.
      if (code === events.destroyNotify) this.#selected.delete(event.readUInt32LE(8));
    });
  }

  async read(): Promise<Stack> {
    // Whatever happened before this question has been told before its answer.
    if (this.#stack !== undefined) await originOf(this.display, this.display.root, this.display.root);
    const isOld = this.now() - this.#readAt > longestTrustMs;
    if (this.#stack !== undefined && !this.#stale && !isOld) return await this.#stack;
    this.#stale = false;
    this.#readAt = this.now();
    const reading = readStack(this.display, this.host, (ids) => this.#listenTo(ids));
    this.#stack = reading;
    try {
      return await reading;
    } catch (error) {
      if (this.#stack === reading) this.#stack = undefined;
      throw error;
    }
  }

  /** Called before the windows are read, so that every change after that is told. */
  #listenTo(ids: readonly number[]): void {
    for (const id of ids) {
      if (this.#selected.has(id)) continue;
      this.#selected.add(id);
      const mask = masks.structureNotify | masks.propertyChange;
      const asked = this.display.order(request(changeWindowAttributes, 0, [id, eventMaskValue, mask]));
      const forget = (): void => void this.#selected.delete(id);
      // A window that is gone is of no interest, but its number is.
      asked.then((accepted) => accepted || forget(), forget);
    }
  }

  #concerns(window: number): boolean {
    return window === this.display.root || this.#selected.has(window);
  }
}
