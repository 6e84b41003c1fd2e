import { rmdirSync, unlinkSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { z } from "zod";

const lookEveryMs = 250;
/** Longer than a process may take to end in order (1.5 s). */
const graceMs = 2_000;

const { parent, sockets, directory } = z
  .object({ parent: z.number(), sockets: z.array(z.string()), directory: z.string() })
  .parse(workerData);

const looking = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(looking);
  setTimeout(end, graceMs);
}, lookEveryMs);

function end(): void {
  for (const remove of [...sockets.map((path) => () => unlinkSync(path)), () => rmdirSync(directory)]) {
    try {
      remove();
    } catch {
      // Gone already, or others still have their sockets there.
    }
  }
  process.kill(process.pid, "SIGKILL");
}
