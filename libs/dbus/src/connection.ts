import { Buffer } from "node:buffer";
import type { Socket } from "node:net";

import { BusFault } from "./fault.js";
import { FrameSplitter } from "./frames.js";
import { Lane } from "./lane.js";
import { decodeMessage, encodeCall, encodeError, type Message, type Method } from "./message.js";
import type { CallScope } from "./scope.js";
import { type Shape, text } from "./shapes.js";
import { WireError } from "./wire-reader.js";
import type { Argument } from "./wire-writer.js";

export const daemon = {
  destination: "org.freedesktop.DBus",
  path: "/org/freedesktop/DBus",
  interface: "org.freedesktop.DBus",
} as const;

/** Calls to one application that may be unanswered at a time. */
const inFlight = 256;
/** The largest body that is read, in bytes; a larger answer fails its call. */
const maxBody = 32 * 1024 * 1024;

/** A connection to a message bus. Calls are sent one behind the other without waiting for answers. */
export interface BusConnection {
  /**
   * Sends a call and reads its answer, which must have the signature of one of the shapes. Rejects with a
   * {@link BusFault}. The answer of a call that was given up is dropped.
   */
  call<T>(method: Method, args: readonly Argument[], replies: readonly Shape<T>[], scope: CallScope): Promise<T>;
  /** Whether calls wait because so many are unanswered already. */
  isBusy(destination: string): boolean;
  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
  close(): void;
}

interface Pending {
  readonly settle: (message: Message | BusFault) => void;
  readonly lane: Lane;
  readonly destination: string;
}

/** Takes over an authenticated socket and says hello. */
export async function startConnection(
  socket: Socket,
  onSignal: (signal: Message) => void,
  scope: CallScope,
): Promise<BusConnection> {
  const connection = new SocketConnection(socket, onSignal);
  try {
    await connection.call({ ...daemon, member: "Hello" }, [], [text], scope);
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

class SocketConnection implements BusConnection {
  readonly closed: Promise<void>;
  #serial = 0;
  readonly #pending = new Map<number, Pending>();
  readonly #lanes = new Map<string, Lane>();
  readonly #splitter = new FrameSplitter(maxBody);
  #outgoing: Buffer[] = [];
  #lost = false;

  constructor(
    readonly socket: Socket,
    readonly onSignal: (signal: Message) => void,
  ) {
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#fail();
        resolve();
      });
    });
    socket.on("error", () => socket.destroy());
    socket.on("end", () => socket.destroy());
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    // The rest of what came with the answer to the authentication.
    socket.resume();
  }

  call<T>(method: Method, args: readonly Argument[], replies: readonly Shape<T>[], scope: CallScope): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#lost || scope.over !== undefined) {
        reject(new BusFault(scope.over ?? "lost", false));
        return;
      }
      let state: "waiting" | "sent" | "settled" = "waiting";
      let giveUp = (): void => undefined;
      const forget = scope.onEnd((kind) => {
        const sent = state === "sent";
        state = "settled";
        giveUp();
        reject(new BusFault(kind, sent));
      });
      const settle = (answer: Message | BusFault): void => {
        if (state === "settled") return;
        state = "settled";
        forget();
        if (answer instanceof BusFault) {
          reject(answer);
          return;
        }
        try {
          resolve(readReply(answer, replies));
        } catch (error) {
          reject(error instanceof BusFault ? error : new BusFault("malformed", true));
        }
      };
      const { destination } = method;
      const lane = this.#lane(destination);
      giveUp = lane.enter(() => {
        if (state === "settled") return false;
        if (this.#lost) {
          settle(new BusFault("lost", false));
          return false;
        }
        const serial = this.#nextSerial();
        try {
          this.#send(encodeCall(method, args, serial));
        } catch {
          settle(new BusFault("malformed", false));
          return false;
        }
        state = "sent";
        this.#pending.set(serial, { settle, lane, destination });
        return true;
      });
    });
  }

  isBusy(destination: string): boolean {
    return (this.#lanes.get(destination)?.waiting ?? 0) > 0;
  }

  close(): void {
    this.socket.destroy();
    this.#fail();
  }

  #lane(destination: string): Lane {
    const found = this.#lanes.get(destination);
    if (found !== undefined) return found;
    const made = new Lane(inFlight);
    this.#lanes.set(destination, made);
    return made;
  }

  #nextSerial(): number {
    this.#serial = this.#serial >= 0xffff_ffff ? 1 : this.#serial + 1;
    return this.#serial;
  }

  /** All calls that the answers of one packet lead to leave in one write: a write costs more than the rest of a call. */
  #send(bytes: Buffer): void {
    if (this.#outgoing.push(bytes) > 1) return;
    setImmediate(() => {
      const batch = this.#outgoing;
      this.#outgoing = [];
      if (!this.#lost) this.socket.write(batch.length === 1 ? (batch[0] ?? "") : Buffer.concat(batch));
    });
  }

  #receive(chunk: Buffer): void {
    try {
      for (const { header, body } of this.#splitter.push(chunk)) this.#handle(decodeMessage(header, body));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.close();
    }
  }

  #handle(message: Message): void {
    switch (message.kind) {
      case "reply":
      case "error": {
        const pending = this.#pending.get(message.replyTo);
        if (pending === undefined) return;
        this.#pending.delete(message.replyTo);
        pending.settle(message);
        pending.lane.leave();
        if (pending.lane.idle) this.#lanes.delete(pending.destination);
        return;
      }
      case "signal": {
        this.onSignal(message);
        return;
      }
      case "call":
        // Nothing is offered here; without an answer the caller would wait.
        if (!message.noReply) {
          this.#send(encodeError(message, "org.freedesktop.DBus.Error.UnknownMethod", this.#nextSerial()));
        }
    }
  }

  #fail(): void {
    if (this.#lost) return;
    this.#lost = true;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { settle, lane } of pending) {
      settle(new BusFault("lost", true));
      lane.leave();
    }
  }
}

function readReply<T>(message: Message, replies: readonly Shape<T>[]): T {
  if (message.kind === "error") throw new BusFault("refused", true, message.errorName);
  const shape = replies.find(({ signature }) => signature === message.signature);
  if (shape === undefined || message.body === undefined) throw new BusFault("malformed", true);
  return shape.read(message.body);
}
