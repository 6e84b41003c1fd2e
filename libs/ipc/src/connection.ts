import { setTimeout as delay } from "node:timers/promises";
import {
  decode,
  encode,
  envelopeVersion,
  replyFrame,
  type Method,
  type RequestFrame,
  type WireError,
} from "@beans-picker/protocol";
import { CodedError, type ErrorFacts } from "@beans-picker/shared";
import type { Dealer } from "zeromq";
import { z } from "zod";
import type { CallOptions } from "./contract-types.js";
import { errorKind, type Logger } from "./log.js";
import { cancelled, type Opened } from "./open-socket.js";

type Effects = Method["effects"];

interface Pending {
  readonly effects: Effects;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CodedError) => void;
}

/** Longest deadline a request may carry, in milliseconds (the envelope's own limit). */
const longestDeadlineMs = 3_600_000;

/** What can be saved of a reply that is not one of this version. */
const anyReply = z.looseObject({ v: z.unknown().optional(), id: z.int().nonnegative() });

/** One connection to one process, for calls. When the peer is lost it ends for good and every waiting call is answered. */
/** How long after a peer's end its connection is known to be lost, at most, in milliseconds. */
const lossToldMs = 100;

export class Connection {
  readonly closed: Promise<void>;
  readonly #dealer: Dealer;
  readonly #log: Logger;
  readonly #maxBytes: number;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #open = true;
  #dropped = 0;
  #announceClosed = (): void => undefined;

  constructor(opened: Opened<Dealer>, log: Logger, maxBytes: number) {
    this.#dealer = opened.socket;
    this.#log = log;
    this.#maxBytes = maxBytes;
    this.closed = new Promise((resolve) => {
      this.#announceClosed = resolve;
    });
    void opened.lost.then(() => this.close());
    void this.#readAll();
  }

  get open(): boolean {
    return this.#open;
  }

  /** Replies that nobody waited for any more, or that were not of this protocol. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Sends a request and waits for its reply's result, unchecked. Sent at most once, whatever happens. */
  async request(method: string, effects: Effects, params: unknown, options: CallOptions): Promise<unknown> {
    const { signal, trace } = options;
    const deadlineMs = Math.min(Math.max(Math.ceil(options.deadlineMs), 0), longestDeadlineMs);
    if (signal?.aborted === true) throw cancelled();
    if (!this.#open) throw notSent("connection_closed", "The other process is gone; nothing was sent.");
    if (!(deadlineMs > 0)) throw notSent("deadline_exceeded", "The deadline had passed before the call was sent.");
    const id = this.#nextId;
    this.#nextId += 1;
    const frame: RequestFrame = {
      v: envelopeVersion,
      id,
      method,
      params,
      deadlineMs,
      ...(trace === undefined ? {} : { trace }),
    };
    const encoded = encode(frame, this.#maxBytes);
    if (!encoded.ok) {
      const code = encoded.code === "frame_too_large" ? "frame_too_large" : "bad_params";
      throw new CodedError(code, `Nothing was sent: ${encoded.reason}.`, { delivery: "not_delivered", retry: false });
    }
    const reply = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { effects, resolve, reject }));
    // Until it is awaited below, a rejection must not count as unhandled.
    reply.catch(() => undefined);
    const giveUp = (code: "deadline_exceeded" | "cancelled"): void => {
      if (!this.#end(id, interrupted(code, effects))) return;
      this.#cancel(id);
    };
    const timer = setTimeout(() => giveUp("deadline_exceeded"), deadlineMs);
    const onAbort = (): void => giveUp("cancelled");
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await this.#dealer.send(encoded.bytes).catch(async (error: unknown) => {
        const waiting = this.#pending.get(id);
        // It was not sent, so a peer that is lost meanwhile does not make it uncertain.
        this.#pending.delete(id);
        waiting?.reject(await this.#notQueued(error));
      });
      return await reply;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Answers every waiting call with `connection_closed` and releases the socket. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const [id, { effects }] of [...this.#pending]) this.#end(id, interrupted("connection_closed", effects));
    this.#dealer.close();
    this.#announceClosed();
  }

  async #notQueued(error: unknown): Promise<CodedError> {
    // A peer that has just ended refuses as a full one does; that it ended is told a moment later.
    if (this.#open) await Promise.race([this.closed, delay(lossToldMs)]);
    return errorKind(error).errorCode === "EAGAIN" && this.#open
      ? notSent("overloaded", "The other process does not take any more calls; this one was not sent.")
      : notSent("connection_closed", "The other process is gone; nothing was sent.");
  }

  #cancel(call: number): void {
    if (!this.#open) return;
    const id = this.#nextId;
    this.#nextId += 1;
    const encoded = encode(
      { v: envelopeVersion, id, method: "cancel", params: { call }, deadlineMs: 1_000 },
      this.#maxBytes,
    );
    // Nobody waits for its answer, so it is dropped as a late reply.
    if (encoded.ok) this.#dealer.send(encoded.bytes).catch(() => undefined);
  }

  async #readAll(): Promise<void> {
    try {
      for await (const [bytes, ...more] of this.#dealer) {
        if (bytes !== undefined && more.length === 0) this.#receive(bytes);
        else this.#dropped += 1;
      }
    } catch (error) {
      if (this.#open) this.#log.warn(errorKind(error), "a connection failed while it was read");
    }
    this.close();
  }

  #receive(bytes: Uint8Array): void {
    const decoded = decode(bytes, this.#maxBytes);
    if (!decoded.ok) {
      this.#dropped += 1;
      return;
    }
    const reply = replyFrame.safeParse(decoded.value);
    if (reply.success) {
      const known = reply.data.ok
        ? this.#finish(reply.data.id, reply.data.result)
        : this.#end(reply.data.id, CodedError.fromFacts(factsOf(reply.data.error)));
      if (!known) this.#dropped += 1;
      return;
    }
    this.#dropped += 1;
    const rest = anyReply.safeParse(decoded.value);
    const waiting = rest.success ? this.#pending.get(rest.data.id) : undefined;
    if (!rest.success || waiting === undefined) return;
    this.#end(rest.data.id, badReply(waiting.effects, rest.data.v));
  }

  #finish(id: number, result: unknown): boolean {
    const waiting = this.#pending.get(id);
    if (waiting === undefined) return false;
    this.#pending.delete(id);
    waiting.resolve(result);
    return true;
  }

  #end(id: number, error: CodedError): boolean {
    const waiting = this.#pending.get(id);
    if (waiting === undefined) return false;
    this.#pending.delete(id);
    waiting.reject(error);
    return true;
  }
}

function notSent(code: "connection_closed" | "deadline_exceeded" | "overloaded", message: string): CodedError {
  return new CodedError(code, message, { delivery: "not_delivered", retry: true });
}

/** A call that was sent and whose answer will not come. Only a read may be made again without a look first. */
function interrupted(code: "connection_closed" | "deadline_exceeded" | "cancelled", effects: Effects): CodedError {
  const happened = {
    connection_closed: "The other process ended before it answered",
    deadline_exceeded: "No answer came before the deadline",
    cancelled: "The caller cancelled after the call was sent",
  }[code];
  return effects === "acts"
    ? new CodedError(code, `${happened}; the action may or may not have happened.`, {
        delivery: "uncertain",
        retry: false,
      })
    : new CodedError(code, `${happened}; it changes nothing.`, {
        delivery: "not_delivered",
        retry: code !== "cancelled",
      });
}

function badReply(effects: Effects, v: unknown): CodedError {
  const delivery = effects === "acts" ? "uncertain" : "not_delivered";
  return typeof v === "number" && v !== envelopeVersion
    ? new CodedError(
        "protocol_mismatch",
        `The other process answers in protocol ${v} and this one speaks ${envelopeVersion}.`,
        { delivery },
      )
    : new CodedError("frame_malformed", "The other process sent an answer that is not of this protocol.", { delivery });
}

function factsOf(error: WireError): ErrorFacts {
  return { ...error };
}
