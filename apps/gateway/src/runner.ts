import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ChildSpec, Logger, Supervisor } from "@beans-picker/ipc";
import {
  desktopContract,
  rankerContract,
  verifierContract,
  watcherContract,
  type DesktopContract,
  type RankerContract,
  type VerifierContract,
  type WatcherContract,
} from "@beans-picker/protocol";
import { adviceFor, CodedError, timeLimit } from "@beans-picker/shared";
import { createConfirmations, type CustomRules } from "@beans-picker/candidates";
import type { Caller, ToolContext } from "./context.js";
import type { Tool } from "./define-tool.js";
import { readDestructiveRules } from "./destructive-rules.js";
import { files } from "./files.js";
import { createFrontMonitor, followFront } from "./fronts.js";
import { createPort } from "./ports.js";
import { type ForegroundFacts, joinForeground, takeForeground } from "./present/foreground.js";
import { processes } from "./processes.js";
import { deadlines, limits } from "./limits.js";
import { createLockGate, type WatcherPort } from "./lock-gate.js";
import { createRecordingSlot } from "./recording.js";
import { createRunningCalls } from "./running-calls.js";
import { createProgress, noProgress } from "./progress.js";
import { createTraffic } from "./traffic.js";

/** The processes below the gateway. */
export type GatewayChildren = {
  readonly desktop: ChildSpec<DesktopContract>;
  readonly ranker: ChildSpec<RankerContract>;
  readonly verifier: ChildSpec<VerifierContract>;
  readonly watcher: ChildSpec<WatcherContract>;
};

export type StartChildren = () => Promise<Supervisor<GatewayChildren>>;

/** A tool's answer before it is put into a client's shape. */
export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly images: readonly Uint8Array[];
  readonly failed: boolean;
}

/** Runs tools for one client on children that are started on first need. */
export interface ToolRunner {
  run(tool: Tool, args: unknown, caller: Caller): Promise<ToolAnswer>;
  /** Starts the children ahead of the first call. Failures are told by the calls. */
  warmUp(): void;
  close(): Promise<void>;
}

/** How long a running call may take to notice that the server ends, in milliseconds. */
const closingBudgetMs = 400;

export interface ToolRunnerOptions {
  readonly log: Logger;
  readonly startChildren: StartChildren;
  /** Path of a file with a person's own rules of what needs consent. */
  readonly rulesFile?: string | undefined;
}

export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const { log, rulesFile } = options;
  let rules: Promise<CustomRules | undefined> | undefined;
  const readRules = (): Promise<CustomRules | undefined> =>
    (rules ??= readDestructiveRules(rulesFile, process.getuid?.()).catch((error: unknown) => {
      // Read again by the next call, when it may have been put right.
      rules = undefined;
      throw error;
    }));
  const owner = randomBytes(24).toString("base64url");
  const traffic = createTraffic();
  const confirmations = createConfirmations({
    secret: randomBytes(32),
    now: () => performance.now(),
    nonce: () => randomBytes(12),
  });
  const notes: string[] = [];
  const mute = new Set<number>();
  const recording = createRecordingSlot();
  const ending = new AbortController();
  let starting: Promise<Supervisor<GatewayChildren>> | undefined;

  const children = (): Promise<Supervisor<GatewayChildren>> => {
    if (ending.signal.aborted) return Promise.reject(new CodedError("shutting_down"));
    starting ??= options
      .startChildren()
      .then((started) => {
        followFront(started, front);
        started.on("ready", (role) => {
          // One that is new knows of no call yet.
          if (role === "watcher" && calls.list().length > 0) noteCalls();
        });
        started.on("lost", (role) => {
          if (role === "watcher") recording.watcherLost();
        });
        return started;
      })
      .catch((error: unknown) => {
        // The next call tries again.
        starting = undefined;
        throw error;
      });
    return starting;
  };
  const ports = {
    desktop: createPort(desktopContract.methods, async (signal) => (await children()).client("desktop", signal), {
      lost: "driver_unavailable",
      late: "driver_timeout",
    }),
    ranker: createPort(rankerContract.methods, async (signal) => (await children()).client("ranker", signal), {
      lost: "ranker_unavailable",
      late: "ranker_unavailable",
    }),
    verifier: createPort(verifierContract.methods, async (signal) => (await children()).client("verifier", signal), {
      lost: "verifier_unavailable",
      late: "verifier_unavailable",
    }),
  };
  const watcher: WatcherPort = {
    ...createPort(watcherContract.methods, async (signal) => (await children()).client("watcher", signal), {
      lost: "watcher_unavailable",
      late: "watcher_unavailable",
    }),
    capabilities: async (signal) => (await (await children()).client("watcher", signal)).hello.capabilities,
  };
  const checkUnlocked = createLockGate(watcher);
  /** Without a watcher nobody audits, so nothing is lost when it cannot be told. */
  const noteCalls = (): void => {
    const tell = async (): Promise<void> => {
      const client = await (await starting)?.client("watcher", timeLimit(deadlines.front));
      if (client?.hello.capabilities.includes("calls.note") !== true) return;
      // Read only now, so that a note that had to wait is not an old one.
      await client.call("calls.note", { running: calls.list() }, { deadlineMs: deadlines.front });
    };
    void tell().catch(() => undefined);
  };
  const calls = createRunningCalls(noteCalls);
  const front = createFrontMonitor(
    {
      restore: (from) => watcher.call("front.restore", { from }, { deadlineMs: deadlines.front }),
      look: async () => (await watcher.call("front.watch", {}, { deadlineMs: deadlines.front })).front,
    },
    processes,
  );

  return {
    async run(tool, args, caller) {
      const signal = AbortSignal.any([caller.signal, ending.signal]);
      const images: Uint8Array[] = [];
      const came: ForegroundFacts[] = [];
      const entry = calls.begin(tool.name);
      const progress = caller.progress && createProgress(tool.stepsOf(args), caller.progress);
      const context: ToolContext = {
        ...ports,
        watcher,
        front,
        checkUnlocked,
        recording,
        files,
        owner,
        signal,
        traffic,
        actsOn: (pid) => entry.actsOn(pid),
        cameToFront: (facts) => came.push(facts),
        confirmations: caller.lasting ? confirmations : undefined,
        rules: readRules,
        mute,
        progress: progress ?? noProgress,
        ids: caller.ids,
        ask: caller.ask,
        attachImage: (png) => images.push(png),
        tellLater(note) {
          caller.tell?.(note);
          notes.push(note);
          notes.splice(0, notes.length - limits.notes);
        },
      };
      const withNotes = (answer: Record<string, unknown>): Record<string, unknown> => {
        const structured =
          came.length === 0 ? answer : { ...answer, ...joinForeground([...came, takeForeground(answer)]) };
        // The answer of a cancelled call is not read: its notes wait for the next one.
        return caller.signal.aborted || notes.length === 0 ? structured : { ...structured, earlier: notes.splice(0) };
      };
      try {
        return { structured: withNotes(await tool.call(args, context)), images, failed: false };
      } catch (error) {
        return { structured: withNotes(failure(error, tool.name, log)), images: [], failed: true };
      } finally {
        entry.end();
        progress?.stop();
      }
    },
    warmUp() {
      children().catch((error: unknown) => {
        log.warn({ error: errorName(error) }, "the processes could not be started");
      });
    },
    async close() {
      ending.abort();
      await Promise.race([traffic.close(), delay(closingBudgetMs)]);
      const started = await starting?.catch(() => undefined);
      await started?.stop();
    },
  };
}

/** Turns a failure into an answer. The log gets tool and code only: messages may name windows. */
function failure(error: unknown, tool: string, log: Logger): Record<string, unknown> {
  const { code, message } = error instanceof CodedError ? error.facts : new CodedError("internal").facts;
  log.warn({ tool, code, ...(!(error instanceof CodedError) && { error: errorName(error) }) }, "tool failed");
  return { status: "failed", code, message: code === "bad_arguments" ? message : `${message} ${adviceFor(code)}` };
}

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
