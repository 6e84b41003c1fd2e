import { CodedError } from "@beans-picker/shared";
import type { Socket } from "zeromq";

export interface Connecting {
  readonly address: string;
  /** Milliseconds of `performance.now()` at which to give up. */
  readonly giveUpAt: number;
  readonly signal: AbortSignal | undefined;
}

export interface Opened<S extends Socket> {
  readonly socket: S;
  /** Resolves when the peer is gone. */
  readonly lost: Promise<void>;
}

/**
 * Connects a fresh socket again and again until a peer completes the handshake. Each try has its own socket, because one
 * whose peer is lost must never be reused. Rejects with `connection_closed` at the deadline, `cancelled` on the signal.
 */
export async function openSocket<S extends Socket>(create: () => S, connecting: Connecting): Promise<Opened<S>> {
  const { address, giveUpAt, signal } = connecting;
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    if (signal?.aborted === true) throw cancelled();
    const left = giveUpAt - performance.now();
    if (left <= 0) {
      throw new CodedError(
        "connection_closed",
        "No process answered at its address before the deadline; nothing was sent.",
        {
          delivery: "not_delivered",
          retry: true,
        },
      );
    }
    const socket = create();
    const attempt = watch(socket);
    const timer = startTimer(left, signal);
    try {
      socket.connect(address);
      const outcome = await Promise.race([attempt.outcome, timer.over]);
      if (outcome === "joined") return { socket, lost: attempt.lost };
    } catch (error) {
      socket.close();
      throw error;
    } finally {
      timer.stop();
    }
    socket.close();
    const wait = startTimer(Math.min(pause, left), signal);
    await wait.over.finally(wait.stop);
  }
}

export const cancelled = (): CodedError =>
  new CodedError("cancelled", "The caller cancelled before anything was sent.", { delivery: "not_delivered" });

/** A timer that an abort ends early; the loop above then sees the signal. */
function startTimer(ms: number, signal: AbortSignal | undefined): { over: Promise<"late">; stop: () => void } {
  let stop = (): void => undefined;
  const over = new Promise<"late">((resolve) => {
    const end = (): void => resolve("late");
    const timeout = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
    stop = () => {
      clearTimeout(timeout);
      signal?.removeEventListener("abort", end);
    };
  });
  return { over, stop: () => stop() };
}

function watch(socket: Socket): { outcome: Promise<"joined" | "failed">; lost: Promise<void> } {
  let leave = (): void => undefined;
  const lost = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const outcome = new Promise<"joined" | "failed">((resolve) => {
    const fail = (): void => {
      leave();
      resolve("failed");
    };
    socket.events.on("handshake", () => resolve("joined"));
    socket.events.on("disconnect", fail);
    socket.events.on("close", fail);
    socket.events.on("connect:retry", fail);
    socket.events.on("handshake:error:protocol", fail);
    socket.events.on("handshake:error:auth", fail);
    socket.events.on("handshake:error:other", fail);
    socket.events.on("end", fail);
  });
  return { outcome, lost };
}
