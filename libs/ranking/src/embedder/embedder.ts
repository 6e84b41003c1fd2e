import { Worker } from "node:worker_threads";
import { CodedError, timeLimit } from "@beans-picker/shared";
import { report, type EmbedderFiles, type Order } from "./messages.js";

/** Turns texts into vectors of length 1, whose products are cosines. */
export interface Embedder {
  /** Which model and vocabulary. Rejects with the code for what is wrong with them. */
  fingerprint(): Promise<string>;
  /**
   * The vectors of all texts. Rejects with `embedder_slow` after `budgetMs` milliseconds: what is not done by then is done
   * afterwards, for the next time. Rejects as `fingerprint` does, and when `signal` aborts.
   */
  vectorsOf(
    texts: readonly string[],
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>>;
  close(): Promise<void>;
}

/** Texts that the thread gets at once: a newer question waits for no more than these. */
const CHUNK = 8;
/** Texts that may wait for the thread; the newest question's come first. */
const MOST_WAITING = 5_000;
/** Vectors that are kept, the oldest forgotten first: some 12 MB for a small model. More than one window has texts. */
const MOST_KEPT = 8_000;
/** The thread has this long to give its memory back before it is ended, in milliseconds. */
const END_MS = 1_000;

/** Beside the compiled sources: the same thread serves `src` and `dist`. */
const thread = new URL("../../dist/embedder/worker.js", import.meta.url);

/** Opens the model in a thread of its own, at once and without waiting. What is wrong is told by the promises. */
export function openEmbedder(files: EmbedderFiles): Embedder {
  return new EmbedderThread(new Worker(thread, { workerData: files, stdout: true, stderr: true }));
}

class EmbedderThread implements Embedder {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  readonly #kept = new Map<string, Float32Array>();
  /** Called whenever something changed. */
  readonly #watchers = new Set<() => void>();
  #waiting: string[] = [];
  #asked: readonly string[] = [];
  #fingerprint: string | undefined;
  #failure: CodedError | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    const broken = () =>
      this.#fail(new CodedError("embedder_model", "The embedder's thread ended. Ranking goes on without."));
    this.#ended = new Promise((resolve) => {
      worker.once("exit", () => {
        broken();
        resolve();
      });
    });
    worker.on("error", broken);
    worker.on("message", (message: unknown) => this.#hear(message));
  }

  fingerprint(): Promise<string> {
    return this.#until(() => this.#fingerprint);
  }

  async vectorsOf(texts: readonly string[], budgetMs: number, signal: AbortSignal) {
    const wanted = new Set(texts);
    const missing = [...wanted].filter((text) => !this.#kept.has(text));
    const others = this.#waiting.filter((text) => !wanted.has(text));
    this.#waiting = [...missing.filter((text) => !this.#asked.includes(text)), ...others].slice(0, MOST_WAITING);
    this.#next();
    const slow = timeLimit(budgetMs);
    try {
      return await this.#until(() => this.#have(wanted), AbortSignal.any([signal, slow]));
    } catch (error) {
      if (!slow.aborted || signal.aborted || error instanceof CodedError) throw error;
      throw new CodedError("embedder_slow", `The embedder was not done in ${budgetMs} ms. Ranking goes on without.`);
    }
  }

  async close(): Promise<void> {
    this.#waiting = [];
    this.#send({ end: true });
    const late = setTimeout(() => void this.#worker.terminate(), END_MS);
    await this.#ended;
    clearTimeout(late);
  }

  /** All vectors of some texts, or undefined while one of them is missing. */
  #have(wanted: ReadonlySet<string>): Map<string, Float32Array> | undefined {
    const found = new Map<string, Float32Array>();
    for (const text of wanted) {
      const vector = this.#kept.get(text);
      if (vector === undefined) return undefined;
      found.set(text, vector);
    }
    return found;
  }

  #until<T>(get: () => T | undefined, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#watchers.delete(look);
        signal?.removeEventListener("abort", look);
      };
      const look = (): void => {
        const found = get();
        if (found === undefined && this.#failure === undefined && signal?.aborted !== true) return;
        end();
        if (found !== undefined) resolve(found);
        else reject(this.#failure ?? new DOMException("The time is over.", "AbortError"));
      };
      this.#watchers.add(look);
      signal?.addEventListener("abort", look);
      look();
    });
  }

  #hear(message: unknown): void {
    const told = report.parse(message);
    if ("failed" in told) {
      this.#fail(new CodedError(told.failed, told.message));
      return;
    }
    if ("fingerprint" in told) this.#fingerprint = told.fingerprint;
    else {
      told.vectors.forEach((vector, at) => this.#keep(this.#asked[at] ?? "", vector));
      this.#asked = [];
    }
    this.#next();
    this.#tell();
  }

  #keep(text: string, vector: Float32Array): void {
    this.#kept.set(text, vector);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Gives the thread its next texts when it has none. */
  #next(): void {
    if (this.#fingerprint === undefined || this.#asked.length > 0 || this.#waiting.length === 0) return;
    this.#asked = this.#waiting.slice(0, CHUNK);
    this.#waiting = this.#waiting.slice(CHUNK);
    this.#send({ texts: [...this.#asked] });
  }

  #send(order: Order): void {
    this.#worker.postMessage(order);
  }

  #fail(why: CodedError): void {
    this.#failure ??= why;
    this.#waiting = [];
    this.#tell();
  }

  #tell(): void {
    for (const look of [...this.#watchers]) look();
  }
}
