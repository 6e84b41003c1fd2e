import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

export interface LeashData {
  readonly parent: number;
  /** Files to remove before the end, and the directory after them if it is empty then. */
  readonly sockets: readonly string[];
  readonly directory: string;
}

/** The worker always runs compiled; the path is the same seen from `src` and from `dist`. */
const workerFile = fileURLToPath(new URL("../dist/leash-worker.js", import.meta.url));

/**
 * Ends this process soon after its parent, even when native code has locked up the main thread, which then cannot see the
 * end of its standard input. A thread of its own looks at the parent; the main thread gets the time to end in order first.
 */
export function holdLeash(data: LeashData): void {
  new Worker(workerFile, { workerData: data, stdin: false, execArgv: [] }).unref();
}
