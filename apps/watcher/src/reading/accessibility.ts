import {
  accessibilityAddress,
  AccessibleCalls,
  type BusConnection,
  BusFault,
  type CallScope,
  daemon,
  isOver,
  type Message,
  openBus,
  registerEvents,
  registry,
  uint32,
} from "@beans-picker/dbus";
import type { ObjectRef } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { type BusSurroundings, inBudget, type LazyBus, lazyBus, sessionBusAddress } from "../bus/session.js";

/** The accessibility bus, for reading. */
export interface AccessibilityBus {
  /** Rejects with `driver_unavailable` when there is no bus, `driver_timeout`, `target_gone`. */
  read<T>(signal: AbortSignal, ms: number, job: (calls: AccessibleCalls, bus: BusConnection) => Promise<T>): Promise<T>;
  close(): void;
}

const focusEvents = ["object:state-changed:focused", "window:activate", "window:deactivate"];

/** Connects at the first use. `onSignal` gets events of focus and windows of all apps. */
export function accessibilityBus(around: BusSurroundings, onSignal: (signal: Message) => void): AccessibilityBus {
  const bus: LazyBus = lazyBus({ open, onSignal, onLost: () => undefined });

  async function open(listener: (signal: Message) => void, scope: CallScope): Promise<BusConnection> {
    const session = sessionBusAddress(around);
    if (session === null) throw new BusFault("lost", false);
    const sessionBus = await openBus(session, around.uid, () => undefined, scope);
    try {
      const address = await accessibilityAddress(sessionBus, scope);
      const opened = await openBus(address, around.uid, listener, scope);
      await registerEvents(opened, focusEvents, scope).catch((error: unknown) => {
        opened.close();
        throw error;
      });
      return opened;
    } finally {
      sessionBus.close();
    }
  }

  return {
    async read(signal, ms, job) {
      try {
        return await inBudget(signal, ms, async (scope) => {
          const connection = await bus.use(scope);
          return job(new AccessibleCalls(connection, scope), connection);
        });
      } catch (error) {
        if (!(error instanceof BusFault)) throw error;
        throw coded(error);
      }
    },
    close: () => bus.close(),
  };
}

function coded(error: BusFault): CodedError {
  switch (error.kind) {
    case "timeout":
      return new CodedError("driver_timeout", "The app did not answer over the accessibility bus in time.", {
        retry: true,
      });
    case "cancelled":
      return new CodedError("cancelled");
    case "lost":
      return new CodedError("driver_unavailable", "The accessibility bus is not there; start it and call again.", {
        retry: true,
      });
    case "refused":
      return new CodedError("target_gone", "The app or what was read of it is gone from the accessibility bus.");
    case "malformed":
      return new CodedError("driver_error", "The app's answer was not understood.");
  }
}

/** The roots of the apps of one process. */
export async function rootsOf(pid: number, calls: AccessibleCalls, bus: BusConnection): Promise<readonly ObjectRef[]> {
  const roots = await calls.children({ bus: registry.destination, path: registry.root });
  const pids = await Promise.all(roots.map((root) => pidOf(root.bus, calls, bus)));
  return roots.filter((_, at) => pids[at] === pid);
}

/** Null when the connection is gone. */
export async function pidOf(name: string, calls: AccessibleCalls, bus: BusConnection): Promise<number | null> {
  const method = { ...daemon, member: "GetConnectionUnixProcessID" };
  return bus.call(method, [["s", name]], [uint32], calls.scope).catch((error: unknown) => {
    if (isOver(error)) throw error;
    return null;
  });
}
