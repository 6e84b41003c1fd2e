import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { until } from "./until.js";
import { xdotool } from "./windows.js";

/** An X server that a test may kill. It and its window manager end with this process too. */
export interface TestDisplay {
  readonly number: number;
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** Starts Xvfb, on `number` when given, and Openbox in it when `managed`. */
export async function startDisplay(options: { number?: number; managed: boolean }): Promise<TestDisplay> {
  const where = options.number === undefined ? [] : [`:${options.number}`];
  const server = start("Xvfb", [...where, "-displayfd", "3", "-nolisten", "tcp", "-noreset"], process.env);
  const announced = server.stdio[3];
  if (!(announced instanceof Readable)) throw new Error("Xvfb has no pipe to say its number through");
  const number = await new Promise<number>((resolve) =>
    createInterface({ input: announced }).once("line", (line) => resolve(Number(line))),
  );
  const env = { ...process.env, DISPLAY: `:${number}` };
  const manager = options.managed ? start("openbox", ["--sm-disable"], env) : undefined;
  if (options.managed) await until("Openbox is there", async () => await xdotool(env, "get_num_desktops"));
  return {
    number,
    env,
    async stop() {
      await Promise.all([manager, server].flatMap((child) => (child === undefined ? [] : [end(child)])));
    },
  };
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn("setpriv", ["--pdeathsig", "TERM", program, ...args], {
    env,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  if (child.exitCode === null && child.signalCode === null) await gone;
}
