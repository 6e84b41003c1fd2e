import { writeFile } from "node:fs/promises";
import { createLogger, type Client } from "@beans-picker/ipc";
import type { WatcherContract } from "@beans-picker/protocol";
import { CodedError, timeLimit } from "@beans-picker/shared";
import { Audit, type Visit } from "./audit.js";
import { runProgram } from "./command-run.js";
import { auditReport } from "./report.js";
import { joinWatcher } from "./source.js";
import { changeLine, clock, appWords, summaryLines } from "./words.js";

export interface WatchCommand {
  readonly app: string | null;
  readonly forMs: number | null;
  readonly json: boolean;
  readonly report: string | null;
  /** Does not join a gateway's watcher. */
  readonly alone: boolean;
  /** Program and arguments to run meanwhile; null to watch until `forMs` or an interrupt. */
  readonly run: readonly [string, ...string[]] | null;
}

/** Exit codes besides the command's own. */
const exits = { failed: 1, steal: 3 } as const;
const askMs = 10_000;
/** The watcher is reminded that somebody watches more often than it forgets it. */
const remindMs = 20_000;
/** What still was on its way when the watch ends is waited for, in milliseconds. */
const settleMs = 300;

/** Watches the front, prints a line for each change and a summary. Returns the exit code: 3 when there was a steal. */
export async function watchFrontOf(command: WatchCommand): Promise<number> {
  // The program's own output stays what it is.
  const out = command.run === null ? process.stdout : process.stderr;
  const print = (line: string): void => void out.write(`${line}\n`);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  const log = createLogger("watch");
  try {
    const joined = await joinWatcher(log, process.env, process.getuid?.() ?? -1, command.alone, stopping.signal);
    try {
      return await watchWith(joined.client, joined.attached, command, print, stopping.signal);
    } finally {
      await joined.close();
    }
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    process.stderr.write(`beans-picker watch: ${error.message}\n`);
    return exits.failed;
  }
}

async function watchWith(
  client: Client<WatcherContract>,
  attached: boolean,
  command: WatchCommand,
  print: (line: string) => void,
  stopped: AbortSignal,
): Promise<number> {
  const say = (line: string, data: unknown): void => print(command.json ? JSON.stringify(data) : line);
  const pending: ((audit: Audit) => void)[] = [];
  const session: { audit?: Audit } = {};
  /** Events that come before the watch stands are kept for it. */
  const withAudit = (use: (audit: Audit) => void): void => {
    if (session.audit === undefined) pending.push(use);
    else use(session.audit);
  };
  let startMs = 0;
  client.subscribe("front.changed", (change, { missed }) =>
    withAudit((to) => {
      to.missed(missed);
      // Announced before the watch began and part of its start already.
      if (change.monotonicMs < startMs) return;
      const { ended, began } = to.change(change);
      say(changeLine(ended, began), { event: "change", ...change, ...jsonOf(ended, began) });
    }),
  );
  client.subscribe("focus.changed", (change) =>
    withAudit((to) => {
      to.focus(change);
      if (change.lost)
        say(`${clock(change.at)}  ${appWords(change.front)} lost the keys`, { event: "focus_lost", ...change });
    }),
  );
  client.subscribe("calls.changed", ({ running, monotonicMs }) => withAudit((to) => to.running(running, monotonicMs)));

  const begin = await client.call("front.watch", {}, { deadlineMs: askMs, signal: stopped });
  startMs = begin.monotonicMs;
  const audit = new Audit(begin, command.app);
  session.audit = audit;
  for (const use of pending) use(audit);
  const where = attached ? "the watcher of a running gateway" : "a watcher of its own";
  const input = begin.seesInput ? "" : " Input cannot be seen here: switches by a person count as steals.";
  if (!command.json) print(`Watching with ${where}; ${appWords(begin.front)} is in front.${input}`);
  const remind = setInterval(() => {
    client.call("front.watch", {}, { deadlineMs: askMs }).catch(() => undefined);
  }, remindMs);
  const ended = new AbortController();
  const gone = client.closed.then(() => "gone" as const);
  try {
    const code = await Promise.race([untilOver(command, AbortSignal.any([stopped, ended.signal])), gone]);
    if (code === "gone") throw new CodedError("watcher_unavailable", "The watcher ended in the middle of the watch.");
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const last = await client.call("front.watch", {}, { deadlineMs: askMs });
    const summary = audit.end(last.monotonicMs);
    if (command.report !== null) await writeReport(command, audit, begin.at);
    if (command.json) print(JSON.stringify({ event: "summary", ...summary }));
    else for (const line of summaryLines(summary)) print(line);
    return summary.steals > 0 ? exits.steal : code;
  } finally {
    ended.abort();
    clearInterval(remind);
  }
}

/** Resolves with the exit code of what ran meanwhile, 0 without. */
async function untilOver({ run, forMs }: WatchCommand, signal: AbortSignal): Promise<number> {
  const limit = forMs === null ? signal : timeLimit(forMs, signal);
  if (run !== null) return runProgram(run[0], run.slice(1), limit);
  await new Promise<void>((resolve) => {
    if (limit.aborted) resolve();
    // A timer of an abort signal does not keep a process alive; this one does.
    const alive = setInterval(() => undefined, remindMs);
    limit.addEventListener("abort", () => {
      clearInterval(alive);
      resolve();
    });
  });
  return 0;
}

function jsonOf(ended: Visit, began: Visit) {
  return {
    steal: began.steal,
    previousMs: (ended.endMs ?? began.beginMs) - ended.beginMs,
    previousRestored: ended.restored,
  };
}

async function writeReport(command: WatchCommand, audit: Audit, at: number): Promise<void> {
  if (command.report === null) return;
  const title = command.run === null ? "Who took the front" : `Who took the front during ${command.run[0]}`;
  const summary = audit.end(audit.endMs ?? 0);
  try {
    await writeFile(command.report, auditReport(audit, summary, { title, at }));
  } catch {
    throw new CodedError("bad_path", "The report could not be written there.");
  }
}
