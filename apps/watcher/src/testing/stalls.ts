import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const script = fileURLToPath(new URL("../../testing/stalls.py", import.meta.url));
const sampled = z.array(z.tuple([z.number(), z.number()]));
/** Milliseconds between two samples of a machine that has time. */
const periodMs = 4;

/** How long, in milliseconds, the machine held up those processes, or everybody, between two moments of Unix time. */
export type Stall = (fromMs: number, toMs: number) => number;

export interface StallLog {
  end(): Promise<Stall>;
  stop(): void;
}

/** Watches how long processes wait for a processor. */
export async function logStalls(pids: readonly number[]): Promise<StallLog> {
  const child = spawn("/usr/bin/python3", [script, ...pids.map(String)], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const next = (): Promise<string> => new Promise((resolve) => lines.once("line", resolve));
  await next();
  return {
    async end() {
      const answer = next();
      child.stdin.end();
      return stallOf(sampled.parse(JSON.parse(await answer)));
    },
    stop: () => void child.kill("SIGKILL"),
  };
}

function stallOf(samples: readonly (readonly [number, number])[]): Stall {
  return (fromMs, toMs) => {
    // From the last sample before to the first one after, since waiting is booked when it is over.
    const first = Math.max(
      0,
      samples.findLastIndex(([at]) => at < fromMs),
    );
    const after = samples.findIndex(([at]) => at > toMs);
    const around = samples.slice(first, after < 0 ? undefined : after + 1);
    const waited = (around.at(-1)?.[1] ?? 0) - (around[0]?.[1] ?? 0);
    const gaps = around.slice(1).map(([at], index) => at - (around[index]?.[0] ?? at) - periodMs);
    return waited + gaps.reduce((sum, gap) => sum + Math.max(0, gap), 0);
  };
}
