import { spawn, type ChildProcess } from "node:child_process";
import type { Contract } from "@beans-picker/protocol";
import { defaultMaxFrameBytes } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import type { PeerAddress } from "./child-env.js";
import { lineSplitter, relogLine } from "./child-log.js";
import { openLink, type Link } from "./client.js";
import { EventStream } from "./event-stream.js";
import { errorKind, type Logger } from "./log.js";
import { cancelled } from "./open-socket.js";
import { afterExit, recentRestarts, restartLimits } from "./restart-policy.js";
import { unavailable } from "./unavailable.js";

export type ChildStatus = "starting" | "ready" | "backing_off" | "failed" | "stopped";

/** How long a child may take from its start to its hello, in milliseconds; then it is killed and counts as crashed. */
const startDeadlineMs = 10_000;
/** How long a caller waits for a child that is starting, in milliseconds. */
const waitDeadlineMs = 15_000;
/** When a child that was asked to stop is killed, in milliseconds. */
const killAfterMs = 1_500;

/** A JavaScript file for this Node.js, or a program with its arguments. */
export type ChildEntry = string | { readonly program: string; readonly args: readonly string[] };

export interface ChildParts {
  readonly role: string;
  readonly contract: Contract;
  readonly entry: ChildEntry;
  readonly env: NodeJS.ProcessEnv;
  readonly at: PeerAddress;
  readonly build: string;
  readonly log: Logger;
  /** Called before each start; what it throws is logged. */
  readonly prepare: () => void;
  readonly onReady: () => void;
  readonly onLost: () => void;
}

interface Waiter {
  readonly resolve: (link: Link) => void;
  readonly reject: (error: CodedError) => void;
}

/** One supervised process: started, greeted, restarted after a crash, and ended for good by `stop`. */
export class Child {
  readonly #parts: ChildParts;
  #status: ChildStatus = "stopped";
  #stopping = false;
  #process: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #link: Link | undefined;
  #greeting = new AbortController();
  #restarts: readonly number[] = [];
  #restartTimer: NodeJS.Timeout | undefined;
  #retryAt = 0;
  #waiters = new Set<Waiter>();

  constructor(parts: ChildParts) {
    this.#parts = parts;
  }

  get status(): ChildStatus {
    return this.#status;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts the process unless it runs, is about to, or was stopped for good. */
  start(): void {
    if (this.#stopping || this.#status !== "stopped") return;
    this.#launch();
  }

  /** Waits until the process has said hello. Rejects with the role's own `…_unavailable` code. */
  link(signal?: AbortSignal): Promise<Link> {
    const { role } = this.#parts;
    if (signal?.aborted === true) return Promise.reject(cancelled());
    if (this.#stopping) return Promise.reject(unavailable(role, "the supervisor is shutting down"));
    // A lost link is noticed before the end of its process; the caller then waits for the next one.
    if (this.#link?.connection.open === true && this.#status === "ready") return Promise.resolve(this.#link);
    if (this.#status === "failed") {
      if (Date.now() < this.#retryAt)
        return Promise.reject(unavailable(role, "it crashed too often and is being left alone for a while"));
      this.#restarts = [];
      this.#status = "stopped";
    }
    this.start();
    return new Promise<Link>((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        resolve: (link) => {
          done();
          resolve(link);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      };
      const timer = setTimeout(() => waiter.reject(unavailable(role, "it did not get ready in time")), waitDeadlineMs);
      const onAbort = (): void => waiter.reject(cancelled());
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  /** Ends the process: its standard input ends, SIGTERM, and SIGKILL after 1.5 s. Resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restartTimer);
    this.#refuseWaiters(unavailable(this.#parts.role, "the supervisor is shutting down"));
    this.#greeting.abort();
    const child = this.#process;
    if (child !== undefined) {
      child.stdin?.end();
      child.kill("SIGTERM");
      const kill = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
      await this.#exited;
      clearTimeout(kill);
    }
    await this.#link?.close();
    this.#status = "stopped";
  }

  #launch(): void {
    const { role, entry, env, log, prepare } = this.#parts;
    this.#status = "starting";
    try {
      prepare();
    } catch (error) {
      log.error(errorKind(error), "the runtime directory is not usable; the child will not be able to serve");
    }
    const started = performance.now();
    const { program, args } = typeof entry === "string" ? { program: process.execPath, args: [entry] } : entry;
    const child = spawn(program, args, { env, stdio: ["pipe", "ignore", "pipe"] });
    this.#process = child;
    this.#greeting = new AbortController();
    // The pipe breaks when the child dies; that is noticed by its exit.
    child.stdin.on("error", () => undefined);
    const lines = lineSplitter((line) => relogLine(log, line));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => lines.push(chunk));
    this.#exited = new Promise((resolve) => {
      child.once("error", (error) => {
        log.error(errorKind(error), "a child process could not be started");
        if (child.pid === undefined) resolve();
      });
      child.once("exit", (code, signal) => {
        log.info({ exitCode: code, signal }, "a child process ended");
        resolve();
      });
    });
    void this.#exited.then(() => {
      lines.end();
      this.#ended(child);
    });
    void this.#greet(child, started).catch((error: unknown) =>
      log.error({ ...errorKind(error), role }, "a child could not be joined"),
    );
  }

  async #greet(child: ChildProcess, started: number): Promise<void> {
    const { contract, at, build, log } = this.#parts;
    const signal = this.#greeting.signal;
    let link: Link;
    try {
      const stream = new EventStream(defaultMaxFrameBytes);
      link = await openLink({ contract, ...at, build, log, deadlineMs: startDeadlineMs, signal }, stream);
    } catch (error) {
      if (signal.aborted) return;
      log.error(errorKind(error), "a child process did not get ready and is ended");
      if (error instanceof CodedError && error.code === "protocol_mismatch") {
        // Another try gives the same answer.
        this.#restarts = Array.from({ length: restartLimits.mostRestarts }, () => Date.now());
      }
      child.kill("SIGKILL");
      return;
    }
    if (signal.aborted || this.#stopping) {
      await link.close();
      return;
    }
    this.#link = link;
    this.#status = "ready";
    log.info({ readyMs: Math.round(performance.now() - started) }, "a child process is ready");
    // A process that lives but cannot be reached is of no use; its end starts the next one.
    void link.closed.then(() => {
      if (this.#process === child && !this.#stopping) child.kill("SIGKILL");
    });
    for (const waiter of [...this.#waiters]) waiter.resolve(link);
    this.#parts.onReady();
  }

  #ended(child: ChildProcess): void {
    if (this.#process !== child) return;
    const wasReady = this.#status === "ready";
    this.#process = undefined;
    this.#greeting.abort();
    void this.#link?.close();
    this.#link = undefined;
    this.#status = "stopped";
    if (!this.#stopping) this.#decideRestart();
    // Last, because a listener may ask for the child at once.
    if (wasReady) this.#parts.onLost();
  }

  #decideRestart(): void {
    const now = Date.now();
    const decision = afterExit(this.#restarts, now);
    switch (decision.next) {
      case "failed":
        this.#status = "failed";
        this.#retryAt = now + decision.retryAfterMs;
        this.#refuseWaiters(unavailable(this.#parts.role, "it crashed too often"));
        this.#parts.log.error("a child process crashed too often and is not started again for now");
        return;
      case "restart":
        this.#status = "backing_off";
        this.#restarts = [...recentRestarts(this.#restarts, now), now];
        this.#restartTimer = setTimeout(() => this.#launch(), decision.pauseMs);
        return;
    }
  }

  #refuseWaiters(error: CodedError): void {
    for (const waiter of [...this.#waiters]) waiter.reject(error);
  }
}
