import type { AppEvent } from "./app-event.js";

/** Objects remembered, at most; the oldest go first. */
const maxOpened = 64;

/**
 * Objects that an application said it shows. Qt leaves its pop-up menus out of the children of the application, so that
 * this is the only way to learn of them.
 */
export class Opened {
  readonly #paths = new Set<string>();

  note({ path, member, detail, value }: AppEvent): void {
    if (member !== "StateChanged" || detail !== "showing") return;
    this.#paths.delete(path);
    if (value === 0) return;
    this.#paths.add(path);
    for (const oldest of this.#paths) if (this.#paths.size > maxOpened) this.#paths.delete(oldest);
  }

  /** It turned out to be no menu, or to be gone. */
  forget(path: string): void {
    this.#paths.delete(path);
  }

  get paths(): readonly string[] {
    return [...this.#paths];
  }
}
