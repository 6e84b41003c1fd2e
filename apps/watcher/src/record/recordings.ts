import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { RecordingEnd } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { assertNewFile, stagingFor, sweepStaging } from "./files.js";
import { type RecorderOrder, recorderReport, type RecorderReport, stopWords } from "./reports.js";

/** The recorder always runs compiled; the path is the same seen from `src` and from `dist`. */
const entry = fileURLToPath(new URL("../../dist/record/main.js", import.meta.url));
const fps = 15;
const startMs = 20_000;
const defaultSeconds = 3_600;
/** Recordings at a time, and ends that are kept for those who ask later. */
const [mostRunning, mostEnds] = [4, 64];

export interface Started {
  readonly recordingId: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly picture: "own" | "screen";
}

export interface Recordings {
  /** Answers when the first picture is in the recording. */
  start(
    order: { pid: number; windowId: number; path: string; maxSeconds?: number | undefined },
    signal: AbortSignal,
  ): Promise<Started>;
  stop(recordingId: string, signal: AbortSignal): Promise<RecordingEnd>;
  /** Tells all recorders to finish; they do so even when this process does not wait for them. */
  close(): Promise<void>;
}

interface Recording {
  readonly child: ChildProcess;
  readonly ended: Promise<RecordingEnd>;
  /** Why there is no file; null while it is not known that there is none. */
  failure: CodedError | null;
}

export function recordings(parts: {
  readonly env: NodeJS.ProcessEnv;
  readonly host: string;
  readonly onEnd: (end: RecordingEnd) => void;
}): Recordings {
  const known = new Map<string, Recording>();
  const running = new Set<string>();

  function launch(recordingId: string, order: RecorderOrder): { recording: Recording; ready: Promise<RecorderReport> } {
    const child = spawn(process.execPath, [entry, JSON.stringify(order)], {
      env: parts.env,
      stdio: ["pipe", "pipe", "ignore"],
    });
    child.stdin.on("error", () => undefined);
    let last: RecorderReport | undefined;
    const first: { tell?: (report: RecorderReport) => void } = {};
    const ready = new Promise<RecorderReport>((resolve) => (first.tell = resolve));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const report = recorderReport.safeParse(jsonOf(line));
      if (!report.success) return;
      last = report.data;
      first.tell?.(last);
    });
    const ended = new Promise<RecordingEnd>((resolve) => {
      const over = (): void => {
        running.delete(recordingId);
        const end = endOf(recordingId, order.path, last);
        if (last?.type === "failed") recording.failure = new CodedError(last.code, last.message);
        else if (end.path === null) recording.failure = new CodedError("recording_failed");
        first.tell?.({ type: "failed", code: "recording_failed", message: "The recorder ended at its start." });
        // A recorder that was killed has not tidied up.
        const staging = child.pid === undefined ? Promise.resolve() : removeTree(stagingFor(order.path, child.pid));
        void staging.finally(() => resolve(end));
      };
      child.once("close", over);
      child.once("error", over);
    });
    const recording: Recording = { child, ended, failure: null };
    return { recording, ready };
  }

  return {
    async start({ pid, windowId, path, maxSeconds = defaultSeconds }, signal) {
      await assertNewFile(path);
      if (running.size >= mostRunning) {
        throw new CodedError("overloaded", `At most ${mostRunning} recordings at a time; stop one first.`);
      }
      await sweepStaging(path, isAlive);
      const recordingId = `r-${randomBytes(6).toString("hex")}`;
      const { recording, ready } = launch(recordingId, { pid, windowId, path, maxSeconds, fps, host: parts.host });
      running.add(recordingId);
      const report = await soon(ready, startMs, signal).catch((error: unknown) => {
        recording.child.kill("SIGKILL");
        throw error;
      });
      if (report.type !== "ready") {
        const failure = report.type === "failed" ? new CodedError(report.code, report.message) : undefined;
        throw failure ?? new CodedError("recording_failed");
      }
      known.set(recordingId, recording);
      for (const id of known.keys()) {
        if (known.size <= mostEnds) break;
        if (!running.has(id)) known.delete(id);
      }
      void recording.ended.then(parts.onEnd);
      const { width, height, picture } = report;
      return { recordingId, width, height, fps, picture };
    },
    async stop(recordingId, signal) {
      const recording = known.get(recordingId);
      if (recording === undefined) throw new CodedError("recording_not_found");
      tellStop(recording.child, stopWords.stopped);
      const end = await soon(recording.ended, 2 ** 31 - 1, signal);
      known.delete(recordingId);
      if (recording.failure !== null) throw recording.failure;
      return end;
    },
    async close() {
      const open = [...known].filter(([id]) => running.has(id)).map(([, recording]) => recording);
      for (const { child } of open) tellStop(child, stopWords.shutdown);
      await Promise.all(open.map(({ ended }) => ended));
    },
  };
}

async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

function tellStop(child: ChildProcess, word: string): void {
  if (child.stdin?.writable === true) child.stdin.end(`${word}\n`);
}

function endOf(recordingId: string, path: string, last: RecorderReport | undefined): RecordingEnd {
  if (last?.type !== "ended") return { recordingId, reason: "failed", path: null, bytes: 0, durationSeconds: 0 };
  const { reason, bytes, durationSeconds } = last;
  return { recordingId, reason, path, bytes, durationSeconds };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function soon<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  let clear = (): void => undefined;
  const over = new Promise<never>((_, reject) => {
    const late = (): void => reject(new CodedError("recording_failed", "The recorder did not answer in time."));
    const timer = setTimeout(late, ms);
    const abort = (): void => reject(new CodedError("cancelled"));
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clear();
  }
}
