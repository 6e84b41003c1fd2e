import type { XClient } from "x11";
import { request } from "./packet.js";

/** A reply. `data` starts at its ninth byte and is at least 24 bytes long; `detail` is its second byte. */
export interface Answer {
  readonly detail: number;
  readonly data: Buffer;
  /** Low 16 bits of the request's number; an event of a lower number happened before the request was carried out. */
  readonly sequence: number;
}

/** Requests and events of one connection. Requests of one turn of the event loop leave in one piece, in order. */
export interface Wire {
  /** Null when the server refuses the request, most often because the window is gone. Rejects when the connection is lost. */
  ask(request: Buffer): Promise<Answer | null>;
  /** For a request without a reply: resolves, with the next reply, to whether the server accepted it. */
  order(request: Buffer): Promise<boolean>;
  /** Calls `listener` with every event's bytes until the returned function is called. */
  onEvent(listener: (event: Buffer) => void): () => void;
  /** A number for something the server shall make. */
  newId(): number;
  releaseId(id: number): void;
}

const getInputFocus = 43;

export function wireOf(client: XClient, lost: Promise<void>): Wire {
  // It would look through all waiting requests at every packet: 500 questions at once took 60 to 170 ms, now 15.
  client._sweepVoid = () => undefined;
  const waiting = new Set<(error: Error) => void>();
  const listeners = new Set<(event: Buffer) => void>();
  let open = true;
  void lost.then(() => {
    open = false;
    for (const reject of waiting) reject(connectionLost());
    waiting.clear();
  });
  client.on("event", ({ rawData }) => {
    if (rawData !== undefined) for (const listener of [...listeners]) listener(rawData);
  });

  function ask(bytes: Buffer): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      if (!open) {
        reject(connectionLost());
        return;
      }
      waiting.add(reject);
      client.seq_num += 1;
      const sequence = client.seq_num & 0xffff;
      client.replies[client.seq_num] = [
        (data: Buffer, detail: number): Answer => ({ data, detail, sequence }),
        (error: Error | null | undefined, answer?: Answer) => {
          waiting.delete(reject);
          resolve(error ? null : (answer ?? null));
          return true;
        },
      ];
      client.pack_stream.put(bytes);
      client.pack_stream.submit(true);
    });
  }

  let passed: Promise<unknown> | undefined;
  /** Resolves when the server has worked off all that was sent in this turn; one question for all who wait for it. */
  function turnPassed(): Promise<unknown> {
    passed ??= new Promise((resolve, reject) => {
      queueMicrotask(() => {
        passed = undefined;
        ask(request(getInputFocus, 0)).then(resolve, reject);
      });
    });
    return passed;
  }

  return {
    ask,
    async order(bytes) {
      if (!open) throw connectionLost();
      client.seq_num += 1;
      const number = client.seq_num;
      let accepted = true;
      client.replies[number] = [
        undefined,
        () => {
          accepted = false;
          return true;
        },
      ];
      client.pack_stream.put(bytes);
      client.pack_stream.submit(false);
      await turnPassed();
      Reflect.deleteProperty(client.replies, number);
      return accepted;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    newId: () => client.AllocID(),
    releaseId: (id) => client.ReleaseID(id),
  };
}

function connectionLost(): Error {
  return new Error("the connection to the X server was lost");
}
