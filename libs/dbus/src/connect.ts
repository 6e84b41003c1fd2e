import { BusFault } from "./fault.js";
import { socketPaths } from "./address.js";
import { type BusConnection, daemon, startConnection } from "./connection.js";
import { openSocket } from "./handshake.js";
import type { Message } from "./message.js";
import { properties, registry } from "./names.js";
import type { CallScope } from "./scope.js";
import { bool, nothing, type Shape, text, variantOf } from "./shapes.js";
import type { Argument } from "./wire-writer.js";

const launcher = { destination: "org.a11y.Bus", path: "/org/a11y/bus" } as const;
const status = "org.a11y.Status";

const eventRules = ["org.a11y.atspi.Event.Object", "org.a11y.atspi.Event.Window", "org.a11y.atspi.Event.Focus"];

/** Connects to the bus at an address. Rejects with a BusFault. */
export async function openBus(
  address: string,
  uid: number,
  onSignal: (signal: Message) => void,
  scope: CallScope,
): Promise<BusConnection> {
  const stop = new AbortController();
  const forget = scope.onEnd(() => stop.abort());
  try {
    const socket = await openSocket(socketPaths(address), uid, stop.signal);
    return await startConnection(socket, onSignal, scope);
  } catch (error) {
    throw scope.over === undefined ? error : new BusFault(scope.over, false);
  } finally {
    forget();
  }
}

/** The address of the accessibility bus, which is started if it can be. */
export async function accessibilityAddress(session: BusConnection, scope: CallScope): Promise<string> {
  const method = { ...launcher, interface: launcher.destination, member: "GetAddress" };
  return await ofService(session, launcher.destination, () => session.call(method, [], [text], scope), scope);
}

/**
 * Asks a service, which the bus starts if it does not run. One that runs is not waited for: it is asked at once, and again
 * if it has refused while it was started. Whether it can be started shows in its answer.
 */
async function ofService<T>(bus: BusConnection, name: string, ask: () => Promise<T>, scope: CallScope): Promise<T> {
  const starting = startService(bus, name, scope);
  const [early, started] = await Promise.allSettled([ask(), starting]);
  if (started.status === "rejected") throw started.reason;
  if (early.status === "fulfilled") return early.value;
  ignoreRefusal(early.reason);
  return await ask();
}

async function startService(bus: BusConnection, name: string, scope: CallScope): Promise<void> {
  const args: Argument[] = [
    ["s", name],
    ["u", 0],
  ];
  const method = { ...daemon, member: "StartServiceByName" };
  await bus.call(method, args, [startReply], scope).catch((error: unknown) => ignoreRefusal(error));
}

/** Whether it was started now or ran already. */
const startReply: Shape<void> = { signature: "u", align: 4, read: () => undefined };

/**
 * Tells the toolkits that somebody reads accessibility. Answers how to take it back: only when it was off before, and
 * only if it is still on.
 */
export async function enableAccessibility(
  session: BusConnection,
  scope: CallScope,
): Promise<((scope: CallScope) => Promise<void>) | undefined> {
  const set = (value: boolean, within: CallScope): Promise<void> => {
    const args: Argument[] = [
      ["s", status],
      ["s", "IsEnabled"],
      ["v", ["b", value]],
    ];
    return session.call({ ...launcher, interface: properties, member: "Set" }, args, [nothing], within);
  };
  const get: Argument[] = [
    ["s", status],
    ["s", "IsEnabled"],
  ];
  const method = { ...launcher, interface: properties, member: "Get" };
  const ask = (): Promise<boolean> => session.call(method, get, [variantOf(bool)], scope);
  const isOn = await ofService(session, launcher.destination, ask, scope).catch((error: unknown) => {
    ignoreRefusal(error);
    return undefined;
  });
  if (isOn !== false) return undefined;
  await set(true, scope).catch((error: unknown) => ignoreRefusal(error));
  return async (within) => await set(false, within);
}

/**
 * Asks for `wanted` events of all applications, such as `object:state-changed` or `window:`, and for the news of
 * connections that end. Source: the event classes of at-spi2-core.
 */
export async function registerEvents(bus: BusConnection, wanted: readonly string[], scope: CallScope): Promise<void> {
  const rules = [
    ...eventRules.map((iface) => `type='signal',interface='${iface}'`),
    `type='signal',sender='${daemon.destination}',interface='${daemon.interface}',member='NameOwnerChanged'`,
  ];
  const matches = rules.map((rule) => bus.call({ ...daemon, member: "AddMatch" }, [["s", rule]], [nothing], scope));
  const register = { destination: registry.destination, path: registry.path, interface: registry.interface };
  const registering = ofService(
    bus,
    registry.destination,
    () =>
      Promise.all(
        wanted.map((event) => bus.call({ ...register, member: "RegisterEvent" }, [["s", event]], [nothing], scope)),
      ),
    scope,
  );
  await Promise.all([...matches, registering]);
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof BusFault) || error.kind !== "refused") throw error;
}
