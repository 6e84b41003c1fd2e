/** Something opened when it is first needed, and again after opening failed. */
export class Lazy<T> {
  #opened: Promise<T> | undefined;

  constructor(private readonly open: () => Promise<T>) {}

  get(): Promise<T> {
    if (this.#opened !== undefined) return this.#opened;
    const opened = this.open();
    this.#opened = opened;
    opened.catch(() => {
      this.forget(opened);
    });
    return opened;
  }

  /** Opens anew on the next `get`, unless that was done already. */
  forget(opened: Promise<T> | undefined = this.#opened): void {
    if (this.#opened === opened) this.#opened = undefined;
  }

  /** Lets `end` close what was opened, if anything was. */
  async close(end: (opened: T) => void | Promise<void>): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    if (opened === undefined) return;
    const value = await opened.catch(() => undefined);
    if (value !== undefined) await end(value);
  }
}
