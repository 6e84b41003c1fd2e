import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

export interface Server {
  readonly number: number;
  stop(): Promise<void>;
}

const servers: Server[] = [];

/** An X server without a window manager, on `number` when given. */
export async function startServer(number?: number): Promise<Server> {
  const where = number === undefined ? [] : [`:${number}`];
  const program = ["Xvfb", ...where, "-displayfd", "3", "-nolisten", "tcp", "-noreset"];
  const child: ChildProcess = spawn("setpriv", ["--pdeathsig", "TERM", ...program], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const announced = child.stdio[3];
  if (!(announced instanceof Readable)) throw new Error("Xvfb has no pipe to say its number through");
  const given = await new Promise<number>((resolve) =>
    createInterface({ input: announced }).once("line", (line) => resolve(Number(line))),
  );
  const server = {
    number: given,
    async stop() {
      child.kill("SIGTERM");
      await gone;
    },
  };
  servers.push(server);
  return server;
}

export async function stopServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.stop();
}
