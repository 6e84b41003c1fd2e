import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createLogger, type Client } from "@beans-picker/ipc";
import type { Contract } from "@beans-picker/protocol";

/** The compiled process of this package, running on its own. */
export interface RunningProcess<C extends Contract> {
  readonly dir: string;
  readonly pid: number;
  readonly client: Client<C>;
  /** Ends it the way given; resolves with its exit code and whether a socket was left behind. */
  end(how: "SIGTERM" | "stdin"): Promise<{ code: number | null; socketLeft: boolean }>;
}

const entry = new URL("../../dist/main.js", import.meta.url).pathname;

/** Starts it with sockets in a private directory and connects. `args` may name peers below `dir`. */
export async function startProcess<C extends Contract>(
  contract: C,
  options: { env?: NodeJS.ProcessEnv; args?: (dir: string) => string[] } = {},
): Promise<RunningProcess<C>> {
  const dir = mkdtempSync(join(tmpdir(), "bpp-"));
  const socket = join(dir, "s");
  const args = [entry, "--address", `ipc://${socket}`, ...(options.args?.(dir) ?? [])];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...options.env },
    stdio: ["pipe", "ignore", "inherit"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const client = await connect({
    contract,
    address: `ipc://${socket}`,
    eventsAddress: `ipc://${socket}.events`,
    build: "test",
    log: createLogger("test", "silent"),
    deadlineMs: 15_000,
  });
  return {
    dir,
    pid: child.pid ?? 0,
    client,
    async end(how) {
      if (how === "SIGTERM") child.kill(how);
      else child.stdin.end();
      const code = await exited;
      await client.close();
      const socketLeft = existsSync(socket) || existsSync(`${socket}.events`);
      rmSync(dir, { recursive: true, force: true });
      return { code, socketLeft };
    },
  };
}
