import { decode, eventFrame, type Contract, type EventOf } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import type { EventMeta } from "./contract-types.js";
import { errorKind, type Logger } from "./log.js";
import { parseWith } from "./typed-parse.js";

/** Gives an event's data to a listener; returns false when the data breaks the contract. */
type Deliver = (data: unknown, meta: EventMeta) => boolean;

interface Listener {
  readonly topic: string;
  missed: number;
  readonly deliver: Deliver;
}

/**
 * Delivers one publisher's events to listeners and counts what each of them missed. It outlives a connection, so that a
 * listener also learns what it missed while there was none.
 */
export class EventStream {
  readonly #maxBytes: number;
  readonly #listeners = new Set<Listener>();
  #publisher: number | undefined;
  /** Undefined until the first event of the first publisher: what came before the first connection was not missed. */
  #lastSeq: number | undefined;
  #dropped = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get listening(): boolean {
    return this.#listeners.size > 0;
  }

  /** Frames that were not events of this protocol, or came out of order. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Says who publishes from now on. A new process counts from 1, and all it sent before now was missed. */
  connected(pid: number): void {
    if (this.#publisher !== undefined && this.#publisher !== pid) this.#lastSeq = 0;
    this.#publisher = pid;
  }

  add(topic: string, deliver: Deliver): () => void {
    const entry: Listener = { topic, missed: 0, deliver };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  receive(bytes: Uint8Array): void {
    const decoded = decode(bytes, this.#maxBytes);
    const parsed = decoded.ok ? eventFrame.safeParse(decoded.value) : undefined;
    if (parsed === undefined || !parsed.success) {
      this.#dropped += 1;
      return;
    }
    const { topic, seq, at, data } = parsed.data;
    if (this.#lastSeq !== undefined && seq <= this.#lastSeq) {
      this.#dropped += 1;
      return;
    }
    const lost = this.#lastSeq === undefined ? 0 : seq - this.#lastSeq - 1;
    this.#lastSeq = seq;
    for (const listener of [...this.#listeners]) {
      listener.missed += lost;
      if (listener.topic !== topic) continue;
      if (listener.deliver(data, { seq, at, missed: listener.missed })) {
        listener.missed = 0;
      } else {
        listener.missed += 1;
        this.#dropped += 1;
      }
    }
  }
}

/** Adds a listener with a contract's types. A listener that throws is logged by kind and keeps listening. */
export function listen<C extends Contract, T extends keyof C["events"]>(
  stream: EventStream,
  contract: C,
  log: Logger,
  topic: T,
  listener: (data: EventOf<C["events"], T>, meta: EventMeta) => void,
): () => void {
  const events: C["events"] = contract.events;
  const schema: C["events"][T] = events[topic];
  if (!Object.hasOwn(events, topic)) throw new CodedError("bad_params", "The contract has no such event.");
  return stream.add(String(topic), (data, meta) => {
    const parsed = parseWith(schema, data);
    if (!parsed.success) return false;
    try {
      listener(parsed.data, meta);
    } catch (error) {
      log.error({ ...errorKind(error), topic: String(topic) }, "an event listener failed");
    }
    return true;
  });
}
