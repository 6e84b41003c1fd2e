import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** What the display server itself says about the active window, without any part of the product. */
export interface FrontLog {
  /** Windows that were active, in order; the first is the one at the start. */
  readonly windows: readonly number[];
  stop(): Promise<void>;
}

/** Follows `_NET_ACTIVE_WINDOW` with xprop from now on; resolves once the first value is known. */
export async function followFront(env: Record<string, string>): Promise<FrontLog> {
  const windows: number[] = [];
  const child = spawn("xprop", ["-root", "-spy", "_NET_ACTIVE_WINDOW"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const first = new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      const id = /0x([0-9a-f]+)/.exec(line)?.[1];
      const window = id === undefined ? 0 : Number.parseInt(id, 16);
      if (windows.at(-1) !== window) windows.push(window);
      resolve();
    });
    child.once("error", reject);
    lines.once("close", () => reject(new Error("xprop ended without a word")));
  });
  await first;
  return {
    windows,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
