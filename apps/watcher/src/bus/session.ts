import { join } from "node:path";
import {
  BusFault,
  type BusConnection,
  type CallBudget,
  type CallScope,
  type Message,
  openBus,
  within,
} from "@beans-picker/dbus";

export interface BusSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly uid: number;
}

/** Source: D-Bus specification, "Well-known Message Bus Instances". */
export function systemBusAddress({ env }: BusSurroundings): string {
  return env["DBUS_SYSTEM_BUS_ADDRESS"] || "unix:path=/run/dbus/system_bus_socket";
}

/** Null when the session has no bus that is named anywhere. */
export function sessionBusAddress({ env }: BusSurroundings): string | null {
  const named = env["DBUS_SESSION_BUS_ADDRESS"];
  if (named) return named;
  const runtime = env["XDG_RUNTIME_DIR"];
  return runtime ? `unix:path=${join(runtime, "bus")}` : null;
}

/** A connection to one bus, made at the first use and again after it was lost. */
export interface LazyBus {
  /** Rejects with a `BusFault` when there is no bus. */
  use(scope: CallScope): Promise<BusConnection>;
  close(): void;
}

export function lazyBus(parts: {
  readonly open: (onSignal: (signal: Message) => void, scope: CallScope) => Promise<BusConnection>;
  readonly onSignal: (signal: Message) => void;
  /** Called once for each connection that was lost. */
  readonly onLost: () => void;
}): LazyBus {
  let connection: Promise<BusConnection> | undefined;
  let closed = false;
  return {
    use(scope) {
      if (closed) return Promise.reject(new BusFault("lost", false));
      const opening = (connection ??= parts.open(parts.onSignal, scope));
      const forget = (): void => {
        if (connection === opening) connection = undefined;
      };
      opening.then(async (bus) => {
        await bus.closed;
        if (connection !== opening) return;
        forget();
        if (!closed) parts.onLost();
      }, forget);
      return opening;
    },
    close() {
      closed = true;
      void connection?.then((bus) => bus.close()).catch(() => undefined);
    },
  };
}

/** Opens the bus at an address and asks for the signals of the match rules. */
export async function openWith(
  address: string,
  uid: number,
  rules: readonly string[],
  onSignal: (signal: Message) => void,
  scope: CallScope,
): Promise<BusConnection> {
  const bus = await openBus(address, uid, onSignal, scope);
  const method = {
    destination: "org.freedesktop.DBus",
    path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus",
  };
  const nothing = { signature: "", align: 1, read: () => undefined } as const;
  try {
    await Promise.all(
      rules.map((rule) => bus.call({ ...method, member: "AddMatch" }, [["s", rule]], [nothing], scope)),
    );
    return bus;
  } catch (error) {
    bus.close();
    throw error;
  }
}

/** A budget of `ms` that ends with `signal`. */
export function budget(signal: AbortSignal, ms: number): CallBudget {
  const until = performance.now() + ms;
  return { signal, remainingMs: () => Math.max(0, until - performance.now()) };
}

export function inBudget<T>(signal: AbortSignal, ms: number, run: (scope: CallScope) => Promise<T>): Promise<T> {
  return within(budget(signal, ms), run);
}
