/**
 * The calls to one connection on the bus: at most `limit` unanswered ones. A call that was given up keeps its place until
 * its answer comes, so an application that hangs is never sent more than `limit` calls, however often it is asked.
 */
export class Lane {
  #taken = 0;
  /** In the order of arrival. */
  readonly #queue = new Set<() => boolean>();

  constructor(readonly limit: number) {}

  /** Calls `start` when there is a place; it returns false when it did not take it. Returns how to give up waiting. */
  enter(start: () => boolean): () => void {
    this.#queue.add(start);
    this.#next();
    return () => this.#queue.delete(start);
  }

  /** Gives a place back. */
  leave(): void {
    this.#taken -= 1;
    this.#next();
  }

  get waiting(): number {
    return this.#queue.size;
  }

  get idle(): boolean {
    return this.#taken === 0 && this.#queue.size === 0;
  }

  #next(): void {
    for (const start of this.#queue) {
      if (this.#taken >= this.limit) return;
      this.#queue.delete(start);
      if (start()) this.#taken += 1;
    }
  }
}
