import { defaultMaxFrameBytes, type Contract } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import { clientOf, openLink, type Link } from "./client.js";
import type { CallOptions, ConnectOptions, LazyClient } from "./contract-types.js";
import { EventStream, listen } from "./event-stream.js";
import { cancelled } from "./open-socket.js";

/** Pause before connecting again for a listener's sake, in milliseconds, doubled each time up to the second number. */
const rejoinPause = { first: 50, longest: 2_000 } as const;

/**
 * A client that connects on first use and again after the peer was lost. An `acts` call is sent at most once; a `reads`
 * call that lost its peer is sent once more, within the same deadline. Listeners survive a lost peer and are told what
 * they missed.
 */
export function lazyClient<C extends Contract>(options: ConnectOptions<C>): LazyClient<C> {
  const stream = new EventStream(options.maxFrameBytes ?? defaultMaxFrameBytes);
  const end = new AbortController();
  const signal = options.signal === undefined ? end.signal : AbortSignal.any([options.signal, end.signal]);
  let current: { readonly opening: Promise<Link>; link?: Link } | undefined;
  let rejoin: NodeJS.Timeout | undefined;
  let pause: number = rejoinPause.first;

  const link = (): Promise<Link> => {
    // A lost link is noticed before its `closed` is told on; nothing is sent into it.
    if (current !== undefined && current.link?.connection.open !== false) return current.opening;
    if (end.signal.aborted) return Promise.reject(cancelled());
    const opened: { readonly opening: Promise<Link>; link?: Link } = {
      opening: openLink({ ...options, signal }, stream),
    };
    current = opened;
    const forget = (): void => {
      if (current === opened) current = undefined;
      joinForListeners();
    };
    opened.opening.then((ready) => {
      opened.link = ready;
      pause = rejoinPause.first;
      return ready.closed.then(forget);
    }, forget);
    return opened.opening;
  };

  const joinForListeners = (): void => {
    if (!stream.listening || end.signal.aborted || rejoin !== undefined) return;
    rejoin = setTimeout(() => {
      rejoin = undefined;
      link().catch(() => undefined);
    }, pause);
    rejoin.unref();
    pause = Math.min(pause * 2, rejoinPause.longest);
  };

  return {
    async call(method, params, callOptions) {
      const giveUpAt = performance.now() + callOptions.deadlineMs;
      const attempt = async () => {
        const ready = await within(link(), giveUpAt, callOptions.signal);
        return await clientOf(options.contract, ready, options.log).call(method, params, {
          ...callOptions,
          deadlineMs: giveUpAt - performance.now(),
        });
      };
      try {
        return await attempt();
      } catch (error) {
        const lost = error instanceof CodedError && error.code === "connection_closed";
        const repeatable = options.contract.methods[String(method)]?.effects === "reads";
        if (!lost || !repeatable || performance.now() >= giveUpAt) throw error;
        return await attempt();
      }
    },
    subscribe(topic, listener) {
      if (options.eventsAddress === undefined) {
        throw new CodedError("bad_params", "The client was opened without an events address.");
      }
      const leave = listen(stream, options.contract, options.log, topic, listener);
      link().catch(() => undefined);
      return leave;
    },
    async close() {
      end.abort();
      clearTimeout(rejoin);
      const ready = await current?.opening.catch(() => undefined);
      await ready?.close();
    },
  };
}

/** Waits for a connection no longer than the call may last; the connecting itself goes on for the next call. */
async function within<T>(opening: Promise<T>, giveUpAt: number, signal: CallOptions["signal"]): Promise<T> {
  if (signal?.aborted === true) throw cancelled();
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        const more = { delivery: "not_delivered", retry: true } as const;
        reject(
          new CodedError(
            "connection_closed",
            "The other process could not be reached before the deadline; nothing was sent.",
            more,
          ),
        );
      },
      Math.max(giveUpAt - performance.now(), 0),
    );
    onAbort = () => reject(cancelled());
    signal?.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([opening, tooLate]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
