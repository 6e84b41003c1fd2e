import { fstatSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { Contract } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { socketPath } from "./address.js";
import type { Handlers, LazyClient, Service } from "./contract-types.js";
import { lazyClient } from "./lazy-client.js";
import { holdLeash } from "./leash.js";
import { createLogger, errorKind, type Logger } from "./log.js";
import { processConfig, type ProcessConfig } from "./process-config.js";
import { serve } from "./service.js";
import { unavailable } from "./unavailable.js";

/** Everything a process opened is closed within this time, in milliseconds, or it exits without. */
const shutdownBudgetMs = 1_500;
/** How long a process tries to reach a peer for one call, in milliseconds: the time a crashed one needs to come back. */
const peerDeadlineMs = 10_000;

export interface ProcessParts<C extends Contract> {
  readonly log: Logger;
  readonly env: NodeJS.ProcessEnv;
  /** A client of another process, named in the configuration by its contract's role. Closed with this process. */
  peer<P extends Contract>(contract: P): LazyClient<P>;
  /** Sends an event; before the process serves there is nobody to send it to and it is dropped. */
  readonly publish: Service<C>["publish"];
}

export interface StartedProcess<C extends Contract> {
  readonly handlers: Handlers<C>;
  readonly capabilities: readonly string[];
  close(): Promise<void>;
}

export interface RunOptions<C extends Contract> {
  readonly contract: C;
  readonly build: string;
  /** Set by a process that runs native code which can lock up its main thread: it still ends with its parent. */
  readonly leash?: boolean;
  start(parts: ProcessParts<C>): Promise<StartedProcess<C>>;
}

/**
 * The main function of a process: serves a contract until SIGTERM, SIGINT, SIGHUP or the end of standard input (when that
 * is a pipe: it is held by the parent, so it ends with the parent), then closes everything in reverse order and exits.
 */
export async function runProcess<C extends Contract>(options: RunOptions<C>): Promise<void> {
  const log = createLogger(options.contract.role);
  const closers: (() => Promise<void>)[] = [];
  const state = { ending: false, orphaned: false };
  const isEnding = (): boolean => state.ending;

  const end = (why: string, exitCode: number): void => {
    if (state.ending) return;
    state.ending = true;
    log.debug({ why }, "the process ends");
    setTimeout(() => process.exit(1), shutdownBudgetMs);
    void closeAll(closers, log).then(() => process.exit(exitCode));
  };
  const crash = (error: unknown): void => {
    log.fatal(errorKind(error), "the process ends because of an unexpected error");
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => end(signal, 0));
  watchParent(() => {
    state.orphaned = true;
    end("the parent's pipe ended", 0);
  });

  try {
    const config = processConfig(process.env, process.argv.slice(2));
    if (options.leash === true && config.supervised) {
      const sockets = [config.address, config.eventsAddress].map(socketPath);
      holdLeash({ parent: process.ppid, sockets, directory: dirname(socketPath(config.address)) });
    }
    const served: { service?: Service<C> } = {};
    const started = await options.start({
      log,
      env: process.env,
      peer(contract) {
        const at = config.peers[contract.role];
        if (at === undefined) throw unavailable(contract.role, "no address was given for it");
        const client = lazyClient({ contract, ...at, build: options.build, log, deadlineMs: peerDeadlineMs });
        closers.push(() => client.close());
        return client;
      },
      publish: (topic, data) => served.service?.publish(topic, data),
    });
    closers.push(() => started.close());
    if (isEnding()) return;
    const { handlers, capabilities } = started;
    const { contract, build } = options;
    const { address, eventsAddress } = config;
    const serving = serve({ contract, address, eventsAddress, handlers, build, capabilities, log });
    // Named for closing before it is ready, so that a signal in between leaves no socket.
    closers.push(async () => (await serving).close());
    served.service = await serving;
    process.on("exit", () => removeSockets(config, state.orphaned && config.supervised));
  } catch (error) {
    // Messages of coded errors are made to be shown; all others may quote what they met.
    const message = error instanceof CodedError ? { code: error.code, reason: error.message } : errorKind(error);
    log.fatal(message, "the process could not start");
    end("it could not start", 1);
  }
}

async function closeAll(closers: (() => Promise<void>)[], log: Logger): Promise<void> {
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
    try {
      await close();
    } catch (error) {
      log.warn(errorKind(error), "a part of the process did not close");
    }
  }
}

/** Only a pipe tells of a parent: a terminal or /dev/null says nothing about who started the process. */
function watchParent(onGone: () => void): void {
  try {
    const input = fstatSync(0);
    if (!input.isFIFO() && !input.isSocket()) return;
  } catch {
    return;
  }
  process.stdin.once("end", onGone).once("close", onGone).once("error", onGone).resume();
}

/** Leaves no socket behind, however the process ends short of SIGKILL; the last orphan removes the supervisor's directory. */
function removeSockets(config: ProcessConfig, withDirectory: boolean): void {
  const paths = [socketPath(config.address), socketPath(config.eventsAddress)];
  for (const path of paths) {
    try {
      unlinkSync(path);
    } catch {
      // Already gone.
    }
  }
  if (!withDirectory) return;
  try {
    rmdirSync(dirname(socketPath(config.address)));
  } catch {
    // Another child still has its sockets there.
  }
}
