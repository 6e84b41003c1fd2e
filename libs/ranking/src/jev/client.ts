import { EnvHttpProxyAgent, Pool, type Dispatcher } from "undici";
import { attempt, type Attempt } from "./http/attempt.js";
import { backoffMs } from "./http/backoff.js";
import { JevFailure } from "./http/failure.js";
import { readAnswer, type Answer, type Offered } from "./http/response.js";
import { failureOf } from "./http/status.js";
import { createTraffic, type Traffic } from "./http/traffic.js";
import type { JevConfig } from "./config.js";
import type { Contents } from "./request/egress.js";

/** Retries of what may pass by itself, and of an answer that was damaged on its way. */
const RETRIES = 2;
const DAMAGED_RETRIES = 1;
/** Source: what Node.js itself accepts. */
const MAX_HEADER_BYTES = 16 * 1024;

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for all attempts together, waits included. */
  readonly deadlineMs: number;
  /** What the body holds, for the record. */
  readonly contents?: Contents;
}

/** What one attempt was, for the record of what left the machine. */
export interface Sent {
  readonly bytes: number;
  readonly contents?: Contents;
  readonly status: number | null;
  readonly requestId?: string;
  readonly ms: number;
}

export interface JevClient {
  /** `body` is sent as it stands. Rejects with a JevFailure and with nothing else. */
  ask(body: string, offered: Offered, options: AskOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface JevClientOptions {
  readonly config: JevConfig;
  /** Sent as User-Agent. */
  readonly agent: string;
  readonly onSent?: (sent: Sent) => void;
  readonly now?: () => number;
  /** From 0 up to 1. */
  readonly random?: () => number;
  /** Milliseconds; tests make it shorter. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A client of one Jev. Its calls share their back-off; a refused key stops them all until it is made anew. */
export function createJevClient(options: JevClientOptions): JevClient {
  const { config } = options;
  const { now = Date.now, random = Math.random, wait = pause, onSent = () => undefined } = options;
  const dispatcher = connectTo(config);
  const traffic = createTraffic(now);
  const headers = {
    authorization: `Bearer ${config.key}`,
    "content-type": "application/json",
    accept: "application/json",
    "accept-encoding": "gzip",
    "user-agent": options.agent,
  };
  let refused: JevFailure | undefined;

  const once = async (body: string, signal: AbortSignal, contents: Contents | undefined): Promise<Attempt> => {
    const started = now();
    const tell = (about: Pick<Sent, "status" | "requestId">): void =>
      onSent({ ...about, ...(contents && { contents }), bytes: Buffer.byteLength(body), ms: now() - started });
    try {
      const { origin, path } = config;
      const answer = await attempt(dispatcher, { origin, path, headers, body, signal, silenceMs: config.totalMs, now });
      tell({ status: answer.status, ...(answer.requestId !== undefined && { requestId: answer.requestId }) });
      return answer;
    } catch (error) {
      tell({ status: null });
      throw error;
    }
  };

  const tries = async (
    body: string,
    offered: Offered,
    { signal, contents }: Pick<AskOptions, "signal" | "contents">,
    ends: number,
  ): Promise<Answer> => {
    for (let failed = 1; ; failed += 1) {
      if (refused !== undefined) throw refused;
      const leave = await traffic.enter(signal);
      let failure: JevFailure;
      try {
        const answer = await once(body, signal, contents);
        const found = failureOf(answer);
        if (found === undefined) {
          const read = readAnswer(answer, offered, config.pinned);
          traffic.answered();
          return read;
        }
        failure = found;
      } catch (error) {
        if (!(error instanceof JevFailure) || signal.aborted) throw error;
        failure = error;
      } finally {
        leave();
      }
      if (failure.kind === "auth") refused = failure;
      const delay = waitAfter(failure, failed, random(), traffic);
      if (delay === undefined || now() + delay >= ends) throw failure;
      await wait(delay, signal);
    }
  };

  const ask = async (body: string, offered: Offered, { signal, deadlineMs, contents }: AskOptions): Promise<Answer> => {
    const limit = Math.min(deadlineMs, config.totalMs);
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(late()), limit);
    const cancel = (): void => ending.abort(cancelled());
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await tries(body, offered, { signal: ending.signal, ...(contents && { contents }) }, now() + limit);
    } catch (error) {
      throw error instanceof JevFailure ? error : unexpected();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    }
  };

  return {
    ask(body, offered, given) {
      const answer = ask(body, offered, given);
      // A caller who never looks at the answer must not end the process.
      answer.catch(() => undefined);
      return answer;
    },
    close: () => dispatcher.destroy(),
  };
}

/** How long to wait before the next attempt; undefined when there is none. Tells the traffic when it was too much. */
function waitAfter(failure: JevFailure, failed: number, random: number, traffic: Traffic): number | undefined {
  const { kind, retryable, retryAfterMs } = failure.facts;
  const delay = backoffMs(failed, retryAfterMs, random);
  if (kind === "rate_limited" || kind === "overloaded") traffic.limited(delay ?? 0);
  if (!retryable || failed > (kind === "bad_response" ? DAMAGED_RETRIES : RETRIES)) return undefined;
  return delay;
}

function connectTo(config: JevConfig): Dispatcher {
  const { origin, connectMs, ca, proxy } = config;
  const connect = { timeout: connectMs, ...(ca !== undefined && { ca }) };
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, connections: 8, pipelining: 1 };
  if (proxy === undefined) return new Pool(origin, { ...limits, connect });
  return new EnvHttpProxyAgent({
    ...limits,
    connect,
    requestTls: connect,
    httpsProxy: proxy.https,
    httpProxy: proxy.http,
    noProxy: proxy.none,
  });
}

function late(): JevFailure {
  return new JevFailure({ kind: "timeout", retryable: true, message: "Jev did not answer in time." });
}

function cancelled(): JevFailure {
  return new JevFailure({ kind: "cancelled", retryable: true, message: "The caller cancelled; nothing was done." });
}

/** A fault of ours: whatever it says stays here, because it may quote the request. */
function unexpected(): JevFailure {
  return new JevFailure({
    kind: "unreachable",
    retryable: false,
    message: "The request to Jev failed in an unexpected way.",
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", give);
      resolve();
    }, ms);
    if (signal.aborted) give();
    else signal.addEventListener("abort", give, { once: true });
  });
}
