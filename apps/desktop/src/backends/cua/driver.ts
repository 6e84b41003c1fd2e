import { CodedError } from "@beans-picker/shared";
import type { Logger } from "pino";
import { assertTimeLeft, type CallBudget } from "../../budget.js";
import { readAnswer } from "./refusal.js";
import { compileChecker, type ArgumentChecker } from "./schema-check.js";
import {
  TransportFailure,
  type DriverReply,
  type DriverTool,
  type DriverTransport,
  type OpenTransport,
} from "./transport.js";

/** Time to start the driver, in ms. The library needs under one second, an application bundle on macOS a few. */
const START_MS = 20_000;
/** After this many time-outs in a row the connection is taken for hung and replaced. */
const TIMEOUTS_BEFORE_RESTART = 3;

/** `reads` are repeated once on a new connection; `acts` are never sent twice once they may have arrived. */
export type Effects = "reads" | "acts";

export interface DriverOptions {
  readonly open: OpenTransport;
  /** Longest time for one call, in ms. */
  readonly timeoutMs: number;
  readonly log: Pick<Logger, "info" | "warn">;
  /** Runs once on each new connection, before anything else is sent on it. */
  readonly prepare?: ((connection: Connection, budget: CallBudget) => Promise<void>) | undefined;
}

/** An open connection and what the driver behind it can do. Features are found by name, never by version number. */
export class Connection {
  readonly #checkers = new Map<string, ArgumentChecker>();
  timeouts = 0;
  lost = false;
  reviving: Promise<void> | undefined;

  constructor(
    readonly transport: DriverTransport,
    readonly tools: ReadonlyMap<string, DriverTool>,
  ) {
    void transport.closed.then(() => {
      this.lost = true;
    });
  }

  offers(tool: string, argument?: string): boolean {
    const found = this.tools.get(tool);
    if (found === undefined || argument === undefined) return found !== undefined;
    const { properties } = found.inputSchema;
    return typeof properties === "object" && properties !== null && Object.hasOwn(properties, argument);
  }

  /** Refuses a tool or argument that the driver does not declare, before anything is sent. */
  check(tool: string, args: Readonly<Record<string, unknown>>): void {
    const found = this.tools.get(tool);
    if (found === undefined) {
      throw new CodedError("unknown_driver_tool", undefined, { delivery: "not_delivered" });
    }
    let checker = this.#checkers.get(tool);
    if (checker === undefined) {
      checker = compileChecker(tool, found.inputSchema);
      this.#checkers.set(tool, checker);
    }
    const checked = checker(args);
    if (!checked.ok) throw new CodedError("driver_arguments_invalid", checked.message, { delivery: "not_delivered" });
  }
}

/** Calls the driver's tools: starts it when needed, checks arguments, revives its session, and keeps to deadlines. */
export class CuaDriver {
  #opening: Promise<Connection> | undefined;
  #current: Connection | undefined;
  #ended = false;
  readonly #stop = new AbortController();

  constructor(private readonly options: DriverOptions) {}

  /** The connection, opened now if there is none. Rejects with `driver_unavailable` and the reason; the next call tries again. */
  async connection(budget: CallBudget): Promise<Connection> {
    assertTimeLeft(budget);
    if (this.#ended) throw new CodedError("shutting_down", undefined, { delivery: "not_delivered" });
    const current = this.#current;
    if (current !== undefined && !current.lost) return current;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return await withinBudget(this.#opening, budget);
  }

  /**
   * One call. A reply that refuses is a reply, see `readAnswer`; it rejects with a `CodedError` when there is none:
   * `driver_unavailable`, `unknown_driver_tool`, `driver_arguments_invalid`, `driver_timeout`, `transport_lost`, `cancelled`.
   * Its `delivery` says whether the call may have been carried out.
   */
  async call(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    effects: Effects,
    budget: CallBudget,
  ): Promise<DriverReply> {
    for (let tries = 1; ; tries += 1) {
      const connection = await this.connection(budget);
      connection.check(tool, args);
      try {
        const reply = await this.#send(connection, tool, args, budget);
        if (readCode(reply) !== "session_ended") return reply;
        // A refused call was not carried out, so sending it again is no repetition.
        await this.#revive(connection, args["session"], budget);
        return await this.#send(connection, tool, args, budget);
      } catch (error) {
        const failure = asFailure(error);
        const harmless = failure.kind === "not_sent" || (failure.kind === "lost" && effects === "reads");
        if (tries === 1 && harmless && connection.lost && !budget.signal.aborted) continue;
        throw explain(failure, effects, tool);
      }
    }
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#stop.abort();
    await this.#opening?.catch(() => undefined);
    const current = this.#current;
    this.#current = undefined;
    await current?.transport.close();
  }

  async #open(): Promise<Connection> {
    const limits = { signal: this.#stop.signal, timeoutMs: START_MS };
    let transport: DriverTransport | undefined;
    try {
      transport = await this.options.open(limits);
      const tools = await transport.listTools(limits);
      const connection = new Connection(transport, new Map(tools.map((tool) => [tool.name, tool])));
      const until = performance.now() + START_MS;
      await this.options.prepare?.(connection, {
        signal: this.#stop.signal,
        remainingMs: () => Math.max(0, until - performance.now()),
      });
      this.#current = connection;
      this.options.log.info({ transport: transport.name, tools: tools.length }, "driver ready");
      return connection;
    } catch (error) {
      await transport?.close();
      this.options.log.warn({ kind: error instanceof CodedError ? error.code : "transport" }, "driver did not start");
      throw unavailable(error);
    }
  }

  async #send(
    connection: Connection,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    budget: CallBudget,
  ): Promise<DriverReply> {
    assertTimeLeft(budget);
    const timeoutMs = Math.min(budget.remainingMs(), this.options.timeoutMs);
    try {
      const reply = await connection.transport.call(tool, args, { signal: budget.signal, timeoutMs });
      connection.timeouts = 0;
      return reply;
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind === "timeout") this.#countTimeout(connection);
      if (failure.kind === "lost" || failure.kind === "not_sent") await this.#settleLoss(connection);
      throw failure;
    }
  }

  #countTimeout(connection: Connection): void {
    connection.timeouts += 1;
    if (connection.timeouts < TIMEOUTS_BEFORE_RESTART || connection.lost) return;
    connection.lost = true;
    this.options.log.warn({ timeouts: connection.timeouts }, "driver hangs; connection replaced");
    // Not awaited: what hangs in a call hangs in its shutdown, and this caller's time is already up.
    void connection.transport.close();
  }

  /** Lets the end of the connection be noticed before it is decided whether to try again. */
  async #settleLoss(connection: Connection): Promise<void> {
    await Promise.race([connection.transport.closed, new Promise((resolve) => setImmediate(resolve))]);
  }

  /** Callers whose session ended at the same time share one revival. */
  async #revive(connection: Connection, session: unknown, budget: CallBudget): Promise<void> {
    if (typeof session === "string") {
      await this.#send(connection, "start_session", { session }, budget);
      return;
    }
    connection.reviving ??= this.#send(connection, "start_session", {}, budget)
      .then(() => undefined)
      .finally(() => {
        connection.reviving = undefined;
      });
    await connection.reviving;
  }
}

function readCode(reply: DriverReply): string | null {
  const answer = readAnswer(reply);
  return answer.kind === "refused" ? answer.refusal.code : null;
}

function asFailure(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  if (error instanceof CodedError) throw error;
  return new TransportFailure("protocol", "The driver's connection failed.");
}

/** What the caller is told. `delivery` matters most: after an action that may have arrived it is never `not_delivered`. */
function explain(failure: TransportFailure, effects: Effects, tool: string): CodedError {
  const delivery = effects === "reads" || failure.kind === "not_sent" ? "not_delivered" : "uncertain";
  const retry = delivery === "not_delivered";
  switch (failure.kind) {
    case "not_sent":
      return new CodedError("driver_unavailable", failure.message, { delivery, retry });
    case "timeout":
      return new CodedError("driver_timeout", `${tool}: ${failure.message}`, { delivery, retry });
    case "aborted":
      return effects === "reads"
        ? new CodedError("cancelled", undefined, { delivery, retry })
        : new CodedError("driver_timeout", `${tool} was given up after it was sent; it may still happen.`, {
            delivery,
          });
    case "lost":
      return effects === "reads"
        ? new CodedError("driver_unavailable", failure.message, { delivery, retry })
        : new CodedError("transport_lost", undefined, { delivery });
    case "protocol":
      return new CodedError("driver_error", `${tool}: ${failure.message}`, { delivery });
  }
}

function unavailable(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  const reason = error instanceof TransportFailure ? error.message : "The driver did not start.";
  return new CodedError("driver_unavailable", reason, { delivery: "not_delivered", retry: true });
}

/** Waits for shared work, but only as long as this caller may; the work itself goes on for the others. */
async function withinBudget<T>(work: Promise<T>, budget: CallBudget): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const gone = (): void => {
      release();
      reject(new CodedError("cancelled", undefined, { delivery: "not_delivered", retry: true }));
    };
    const timer = setTimeout(() => {
      release();
      reject(
        new CodedError("driver_unavailable", "The driver is still starting; nothing was sent.", {
          delivery: "not_delivered",
          retry: true,
        }),
      );
    }, budget.remainingMs());
    const release = (): void => {
      clearTimeout(timer);
      budget.signal.removeEventListener("abort", gone);
    };
    budget.signal.addEventListener("abort", gone, { once: true });
    void work.then(resolve, reject).finally(release);
  });
}
