import { CodedError } from "@beans-picker/shared";

/** Most calls of one connection, and of all connections together, that may wait for their handler at once. */
export const maxWaitingPerPeer = 64;
export const maxWaitingInAll = 512;

export interface RunningCall {
  readonly peer: string;
  readonly id: number;
  readonly signal: AbortSignal;
  /** Set when the call was ended before its handler: its later result goes nowhere. */
  hasEnded(): boolean;
}

export type Ended = "deadline" | "cancelled" | "closing";

interface Entry extends RunningCall {
  ended: boolean;
  readonly controller: AbortController;
  readonly timer: NodeJS.Timeout;
  readonly onEnd: (why: Ended) => void;
}

/**
 * The calls a service is working on. A call holds its place until its handler settles, even when its caller is gone, so
 * that handlers that ignore their signal cannot pile up.
 */
export class RunningCalls {
  readonly #peers = new Map<string, Map<number, Entry>>();
  #total = 0;

  has(peer: string, id: number): boolean {
    return this.#peers.get(peer)?.has(id) ?? false;
  }

  full(peer: string): boolean {
    return this.#total >= maxWaitingInAll || (this.#peers.get(peer)?.size ?? 0) >= maxWaitingPerPeer;
  }

  /** `onEnd` is called at most once, when the call must be answered without waiting for its handler. */
  start(peer: string, id: number, deadlineMs: number, onEnd: (why: Ended) => void): RunningCall {
    const controller = new AbortController();
    const timer = setTimeout(() => this.#end(entry, "deadline"), deadlineMs);
    const hasEnded = (): boolean => entry.ended;
    const entry: Entry = { peer, id, signal: controller.signal, ended: false, hasEnded, controller, timer, onEnd };
    const calls = this.#peers.get(peer) ?? new Map<number, Entry>();
    calls.set(id, entry);
    this.#peers.set(peer, calls);
    this.#total += 1;
    return entry;
  }

  /** Returns whether the call was there and still waiting. */
  cancel(peer: string, id: number): boolean {
    const entry = this.#peers.get(peer)?.get(id);
    if (entry === undefined || entry.ended) return false;
    this.#end(entry, "cancelled");
    return true;
  }

  settle(call: RunningCall): void {
    const calls = this.#peers.get(call.peer);
    const entry = calls?.get(call.id);
    if (calls === undefined || entry === undefined || entry !== call) return;
    clearTimeout(entry.timer);
    calls.delete(call.id);
    if (calls.size === 0) this.#peers.delete(call.peer);
    this.#total -= 1;
  }

  closeAll(): void {
    for (const calls of this.#peers.values()) {
      for (const entry of calls.values()) this.#end(entry, "closing");
    }
  }

  #end(entry: Entry, why: Ended): void {
    if (entry.ended) return;
    entry.ended = true;
    clearTimeout(entry.timer);
    entry.controller.abort(reasonFor(why));
    entry.onEnd(why);
  }
}

function reasonFor(why: Ended): CodedError {
  switch (why) {
    case "deadline":
      return new CodedError("deadline_exceeded");
    case "cancelled":
      return new CodedError("cancelled");
    case "closing":
      return new CodedError("shutting_down");
  }
}
