import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contract } from "@beans-picker/protocol";
import { connect } from "./client.js";
import type { Client } from "./contract-types.js";
import { createLogger } from "./log.js";

/** A process of the product that runs on its own, without a supervisor. */
export interface LoneProcess<C extends Contract> {
  readonly dir: string;
  readonly pid: number;
  readonly client: Client<C>;
  /** Ends it the way given; resolves with its exit code and whether a socket was left behind. */
  end(how: "SIGTERM" | "stdin"): Promise<{ code: number | null; socketLeft: boolean }>;
}

/** Starts a compiled process with sockets in a private directory and connects. `args` may name peers below `dir`. */
export async function startAlone<C extends Contract>(
  contract: C,
  /** Absolute path of its entry, a JavaScript file. */
  entry: string,
  options: { env?: NodeJS.ProcessEnv; args?: (dir: string) => string[] } = {},
): Promise<LoneProcess<C>> {
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
    build: "alone",
    log: createLogger("alone"),
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
