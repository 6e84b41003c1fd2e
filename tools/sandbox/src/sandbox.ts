import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { boundedOutput } from "./bounded-output.js";
import { messageOf, SandboxError } from "./errors.js";
import { type GuardOrder, type GuardReport, guardReport } from "./guard-wire.js";
import { type AppExit, exitOf, launchApp, type LaunchedApp } from "./launch.js";
import { requirePrograms, sandboxRequirements } from "./requirements.js";
import { takeScreenshot } from "./screenshot.js";

/** Size of the screen in pixels and its colour depth in bits. */
export interface ScreenSize {
  width: number;
  height: number;
  depth?: number;
}

export interface SandboxOptions {
  /** Default 1280 x 800 x 24. */
  size?: ScreenSize;
  /** Whether Openbox runs. Default true; without it no window has the focus. */
  windowManager?: boolean;
  /** Limit for the whole start. Default 20 000. */
  deadlineMs?: number;
  /** Gives up the start, and stops the sandbox later on. */
  signal?: AbortSignal;
  /** What apps inherit apart from the variables of the desktop. Default: this process's environment. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Directory that receives the sandbox's own. Default /tmp; keep it short, socket paths go below it. */
  base?: string;
}

/** A private desktop: display, session bus, accessibility bus and window manager of its own. */
export interface Sandbox {
  /** Names it in the environment of its processes. */
  id: string;
  /** The complete environment for a process that shall run inside. */
  env: Record<string, string>;
  /** Such as ":3". */
  display: string;
  /** Private directory, mode 0700, removed by `stop`. */
  dir: string;
  /** Resolves when the desktop is gone: after `stop`, or because a part of it ended. Does not keep the process alive. */
  closed: Promise<void>;
  /** Starts an app inside, with captured output. */
  launch(command: string, args?: readonly string[], options?: { env?: Record<string, string> }): Promise<LaunchedApp>;
  /** Writes the whole screen as PNG. */
  screenshot(file: string): Promise<void>;
  /** Ends everything that runs inside and removes the directory. May be called again. */
  stop(): Promise<void>;
}

/** The guard always runs compiled; the path is the same seen from `src` and from `dist`. */
const guardFile = fileURLToPath(new URL("../dist/guard.js", import.meta.url));

/**
 * Starts a private desktop. It ends by `stop`, by `signal`, or with this process, however that ends.
 * Fails with {@link SandboxError}: unsupported_platform, missing_programs, start_failed, start_timeout, aborted.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { width = 1280, height = 800, depth = 24 } = options.size ?? {};
  const { windowManager = true, deadlineMs = 20_000, environment = process.env, base = "/tmp", signal } = options;
  requireLinux(process.platform);
  requirePrograms(sandboxRequirements(environment["PATH"]), windowManager);
  refuseAborted(signal);

  const guard = startGuard({ base, width, height, depth, windowManager, deadlineMs }, environment);
  const abort = (): void => guard.release();
  signal?.addEventListener("abort", abort, { once: true });
  const closed = guard.exited.then(() => signal?.removeEventListener("abort", abort));

  const report = await guard.report;
  // A guard that is told to stop does so whether or not it was ready in the same moment.
  if (report.status === "failed" || signal?.aborted === true) await closed;
  refuseAborted(signal);
  if (report.status === "failed") throw new SandboxError(report.code, notStarted(report.message));
  guard.unref();
  const { id, env, display, dir } = report;
  return {
    id,
    env,
    display,
    dir,
    closed,
    async launch(command, args = [], { env: extra = {} } = {}) {
      if (guard.isReleased()) throw new SandboxError("stopped", `${command} was not started: the sandbox is stopped`);
      return launchApp(command, args, { ...env, ...extra });
    },
    screenshot: (file) => takeScreenshot(file, { width, height }, env),
    async stop() {
      guard.ref();
      guard.release();
      await closed;
    },
  };
}

interface Guard {
  report: Promise<GuardReport>;
  exited: Promise<AppExit>;
  release(): void;
  isReleased(): boolean;
  /** Whether this process waits for the guard before it ends on its own. */
  ref(): void;
  unref(): void;
}

function startGuard(order: GuardOrder, environment: Readonly<Record<string, string | undefined>>): Guard {
  // A session of its own: Ctrl-C in the owner's terminal must reach the owner only, which then stops in order.
  const child = spawn(process.execPath, [guardFile, JSON.stringify(order)], {
    detached: true,
    // Options for the owner's own runtime (a debugger port, a loader) would break or delay the guard.
    env: { ...environment, NODE_OPTIONS: "" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const errors = boundedOutput(child.stderr, 4_096);
  const exited = new Promise<AppExit>((resolve) => {
    void exitOf(child).then(resolve);
    child.once("error", () => resolve({ code: null, signal: null }));
  });
  child.stdin.on("error", () => undefined);
  let released = false;
  return {
    report: readReport(child, errors),
    exited,
    release() {
      released = true;
      child.stdin.end();
    },
    isReleased: () => released || child.exitCode !== null || child.signalCode !== null,
    ref: () => child.ref(),
    unref() {
      child.unref();
      for (const stream of [child.stdin, child.stdout, child.stderr]) {
        if (stream instanceof Socket) stream.unref();
      }
    },
  };
}

/** The guard's one line; what goes wrong before it is a failed start. */
function readReport(child: ChildProcess, errors: () => string): Promise<GuardReport> {
  return new Promise((resolve) => {
    const fail = (message: string): void => resolve({ status: "failed", code: "start_failed", message });
    child.once("error", (error) => fail(messageOf(error)));
    if (child.stdout === null) {
      fail("the guard has no output");
      return;
    }
    const lines = createInterface({ input: child.stdout });
    lines.once("line", (line) => resolve(parseReport(line)));
    lines.once("close", () => fail(`the guard ended without a word. ${errors()}`.trim()));
  });
}

function parseReport(line: string): GuardReport {
  try {
    return guardReport.parse(JSON.parse(line));
  } catch (error) {
    return { status: "failed", code: "start_failed", message: `the guard's report is not valid: ${messageOf(error)}` };
  }
}

/** Refuses platforms without X11 servers for headless use. */
export function requireLinux(platform: NodeJS.Platform): void {
  if (platform === "linux") return;
  throw new SandboxError(
    "unsupported_platform",
    `The headless desktop runs on Linux only, this is ${platform}. Nothing was started; use the desktop you are logged in to.`,
  );
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new SandboxError("aborted", "The start of the headless desktop was given up; nothing is left running.");
}

function notStarted(message: string): string {
  return `The headless desktop was not started: ${message}. Nothing is left running.`;
}
