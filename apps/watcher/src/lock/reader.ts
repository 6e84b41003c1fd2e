import {
  bool,
  type BusConnection,
  BusFault,
  type CallScope,
  isGone,
  type Message,
  type Method,
  properties,
  type Shape,
  structOf,
  text,
  variantOf,
} from "@beans-picker/dbus";
import type { LockState } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import {
  type BusSurroundings,
  inBudget,
  type LazyBus,
  lazyBus,
  openWith,
  sessionBusAddress,
  systemBusAddress,
} from "../bus/session.js";

/** Screen savers with a `GetActive` of their own. KDE, GNOME, Cinnamon, MATE and Xfce lock while it says true. */
const savers = [
  { name: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver" },
  { name: "org.gnome.ScreenSaver", path: "/org/gnome/ScreenSaver" },
  { name: "org.cinnamon.ScreenSaver", path: "/org/cinnamon/ScreenSaver" },
  { name: "org.mate.ScreenSaver", path: "/org/mate/ScreenSaver" },
  { name: "org.xfce.ScreenSaver", path: "/org/xfce/ScreenSaver" },
] as const;

const login = "org.freedesktop.login1";
const sessionInterface = "org.freedesktop.login1.Session";
const askMs = 2_000;
/** Refusals that say that a bus name, or a session of this process, is not there: then it locks nothing. */
const absent: ReadonlySet<string> = new Set([
  "org.freedesktop.login1.NoSessionForPID",
  "org.freedesktop.login1.NoSuchSession",
  "org.freedesktop.login1.NoSuchUser",
  "org.freedesktop.login1.NoUserForPID",
  "org.freedesktop.DBus.Error.UnknownObject",
  "org.freedesktop.DBus.Error.UnknownMethod",
  "org.freedesktop.DBus.Error.UnknownInterface",
]);

export interface LockReader {
  /** Rejects with `screen_lock_unavailable` when something that could lock the screen does not answer. */
  state(signal: AbortSignal): Promise<LockState>;
  close(): void;
}

/**
 * Asks logind and the screen savers of the session. `onNews` is called when one of them may have locked or unlocked the
 * screen, or came or went.
 */
export function lockReader(around: BusSurroundings, onNews: () => void): LockReader {
  const { uid } = around;
  const changes = "type='signal',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'";
  const names = "type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged'";
  const system = bus(systemBusAddress(around), [
    `${changes},sender='${login}',arg0='${sessionInterface}'`,
    `${names},arg0='${login}'`,
  ]);
  const address = sessionBusAddress(around);
  const session =
    address === null
      ? null
      : bus(address, [
          ...savers.map(({ name }) => `type='signal',interface='${name}',member='ActiveChanged'`),
          ...savers.map(({ name }) => `${names},arg0='${name}'`),
        ]);

  function bus(at: string, rules: readonly string[]): LazyBus {
    const open = (onSignal: (signal: Message) => void, scope: CallScope): Promise<BusConnection> =>
      openWith(at, uid, rules, onSignal, scope);
    return lazyBus({ open, onSignal: onNews, onLost: onNews });
  }

  return {
    async state(signal) {
      try {
        const answers = await inBudget(signal, askMs, async (scope) =>
          Promise.all([
            loginLocked(system, around, scope),
            ...savers.map((saver) => saverLocked(session, saver, scope)),
          ]),
        );
        const asked = [{ name: "logind" }, ...savers].map(({ name }, at) => ({ name, locked: answers[at] ?? null }));
        const locking = asked.filter(({ locked }) => locked === true);
        const there = locking.length > 0 ? locking : asked.filter(({ locked }) => locked !== null);
        return { locked: locking.length > 0, by: there.map(({ name }) => name) };
      } catch (error) {
        if (!(error instanceof BusFault)) throw error;
        throw new CodedError(
          "screen_lock_unavailable",
          "A part of the system that could lock the screen does not answer, so whether it is locked is unknown; nothing was done.",
          { retry: true },
        );
      }
    },
    close() {
      system.close();
      session?.close();
    },
  };
}

const pathOf: Shape<string> = { ...text, signature: "o" };

/** What logind says of this process's session, or of the one its user sees; null where there is none. */
async function loginLocked(system: LazyBus, { env }: BusSurroundings, scope: CallScope): Promise<boolean | null> {
  let bus: BusConnection;
  try {
    bus = await system.use(scope);
  } catch (error) {
    // A machine without a system bus has no logind; one that is named and does not answer may have one.
    if (error instanceof BusFault && error.kind === "lost" && !env["DBUS_SYSTEM_BUS_ADDRESS"]) return null;
    throw error;
  }
  if (!(await hasOwner(bus, login, scope))) return null;
  return orAbsent(async () => {
    const manager = {
      destination: login,
      path: "/org/freedesktop/login1",
      interface: "org.freedesktop.login1.Manager",
    };
    const own = await orAbsent(() =>
      bus.call({ ...manager, member: "GetSessionByPID" }, [["u", process.pid]], [pathOf], scope),
    );
    const path = own ?? (await displayOf(bus, scope));
    if (path === null) return null;
    return bus.call(
      getOf(path),
      [
        ["s", sessionInterface],
        ["s", "LockedHint"],
      ],
      [variantOf(bool)],
      scope,
    );
  });
}

/** The session that the user of this process sees. */
async function displayOf(bus: BusConnection, scope: CallScope): Promise<string | null> {
  const shape = variantOf(structOf("so", (from) => ({ id: from.string(), path: from.string() })));
  const asked: [["s", string], ["s", string]] = [
    ["s", "org.freedesktop.login1.User"],
    ["s", "Display"],
  ];
  const found = await orAbsent(() => bus.call(getOf("/org/freedesktop/login1/user/self"), asked, [shape], scope));
  return found === null || found.id === "" ? null : found.path;
}

function getOf(path: string): Method {
  return { destination: login, path, interface: properties, member: "Get" };
}

async function saverLocked(
  session: LazyBus | null,
  { name, path }: (typeof savers)[number],
  scope: CallScope,
): Promise<boolean | null> {
  if (session === null) return null;
  const bus = await session.use(scope);
  if (!(await hasOwner(bus, name, scope))) return null;
  return orAbsent(() => bus.call({ destination: name, path, interface: name, member: "GetActive" }, [], [bool], scope));
}

function hasOwner(bus: BusConnection, name: string, scope: CallScope): Promise<boolean> {
  const daemon = {
    destination: "org.freedesktop.DBus",
    path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus",
  };
  return bus.call({ ...daemon, member: "NameHasOwner" }, [["s", name]], [bool], scope);
}

async function orAbsent<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    const refused = error instanceof BusFault && error.kind === "refused";
    if (refused && (absent.has(error.errorName) || isGone(error))) return null;
    throw error;
  }
}
