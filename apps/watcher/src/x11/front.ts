import type { Front } from "@beans-picker/protocol";
import { cut } from "@beans-picker/shared";
import { appName, type Display, firstWord, pidOf, type Property, texts, validPid } from "@beans-picker/x11";

/** Who owns a window, as far as the window says. */
interface Identity {
  readonly pid: number | null;
  readonly app: string | null;
  readonly title: string | null;
}

/**
 * How long it is believed that a window is there and whose it is, in milliseconds. Openbox 3.6 goes on calling the last
 * window active after it is gone; a window of a live app changes its owner never and its class hardly ever.
 */
const identityMs = 500;

/** A property is read up to this many 32-bit words; a longer class name is cut. */
const classWords = 128;

/** A longer title is cut, in bytes of the property and then in UTF-16 units. */
const titleWords = 256;
const longestTitle = 256;

const nobody: Front = { pid: null, windowId: null, app: null, title: null };

/** Reads which window the window manager calls active and whose it is. */
export interface FrontReader {
  /** Null when no window manager says which window is active: then nothing is known. */
  read(): Promise<Front | null>;
}

export function frontReader(display: Display, host: string, now: () => number): FrontReader {
  let known: { windowId: number; identity: Identity; at: number } | undefined;

  return {
    async read() {
      const windowId = firstWord(await display.property(display.root, "_NET_ACTIVE_WINDOW", 1));
      // A window manager may leave the property out until the first window is active.
      if (windowId === null) return (await hasWindowManager(display)) ? nobody : null;
      if (windowId === 0) return nobody;
      const same = known?.windowId === windowId ? known : undefined;
      if (same !== undefined && now() - same.at < identityMs) return { windowId, ...same.identity };
      const identity = await readIdentity(display, windowId, host);
      if (identity === null) return nobody;
      known = { windowId, identity, at: now() };
      return { windowId, ...identity };
    },
  };
}

/** The check of EWMH: the root names a window of the window manager, and that window, gone with it, names itself. */
async function hasWindowManager(display: Display): Promise<boolean> {
  const check = firstWord(await display.property(display.root, "_NET_SUPPORTING_WM_CHECK", 1));
  return check !== null && firstWord(await display.property(check, "_NET_SUPPORTING_WM_CHECK", 1)) === check;
}

/** Null when the window is gone. */
async function readIdentity(display: Display, window: number, host: string): Promise<Identity | null> {
  const [name, title, oldTitle, own, leader, machine] = await Promise.all([
    display.property(window, "WM_CLASS", classWords),
    display.property(window, "_NET_WM_NAME", titleWords),
    display.property(window, "WM_NAME", titleWords),
    display.property(window, "_NET_WM_PID", 1),
    display.property(window, "WM_CLIENT_LEADER", 1),
    display.property(window, "WM_CLIENT_MACHINE", classWords),
  ]);
  const app = name === null ? null : appName(name);
  // A number from another machine would name some unrelated process here. The server only knows local processes.
  const here = machine === null || texts(machine)[0] === host;
  const claimed = here ? (pidOf(own) ?? (await leaderPid(display, firstWord(leader), window))) : null;
  const pid = claimed ?? validPid((await display.clientPids([window])).get(window));
  // Asked last: a window that is there now was there for all the questions before.
  return (await display.exists(window)) ? { pid, app, title: titleOf(title) ?? titleOf(oldTitle) } : null;
}

function titleOf(property: Property | null): string | null {
  const title = property === null ? "" : cut(texts(property)[0] ?? "", longestTitle);
  return title === "" ? null : title;
}

async function leaderPid(display: Display, leader: number | null, window: number): Promise<number | null> {
  if (leader === null || leader === 0 || leader === window) return null;
  return pidOf(await display.property(leader, "_NET_WM_PID", 1));
}
