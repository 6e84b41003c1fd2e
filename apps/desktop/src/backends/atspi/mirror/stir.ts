/** How long an application may take to show what was done to it, in milliseconds. */
const settleMs = 1_000;

/** Remembers that something was done: what is not announced shows only when it has been drawn. */
export class Stir {
  #until = -Infinity;

  constructor(readonly now: () => number) {}

  /** Something is done now, or was until now. */
  expect(): void {
    this.#until = this.now() + settleMs;
  }

  get isOver(): boolean {
    return this.now() >= this.#until;
  }
}
