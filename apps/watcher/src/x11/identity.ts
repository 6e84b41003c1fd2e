import { cut } from "@beans-picker/shared";
import { appName, type Display, firstWord, pidOf, type Property, texts, validPid } from "@beans-picker/x11";
import type { Identity } from "../source.js";

/**
 * How long it is believed that a window is there and whose it is, in milliseconds. Openbox 3.6 goes on calling the last
 * window active after it is gone; a window of a live app changes its owner never and its class hardly ever.
 */
const identityMs = 500;
/** Windows that are remembered; the oldest is forgotten first. */
const mostKnown = 64;

/** A property is read up to this many 32-bit words; a longer class name is cut. */
const classWords = 128;
/** A longer title is cut, in words of the property and then in UTF-16 units. */
const titleWords = 256;
const longestTitle = 256;

export interface Identities {
  /** Whose the window is, when it was read not long ago. */
  known(window: number): Identity | undefined;
  /** Null when the window is gone. */
  read(window: number): Promise<Identity | null>;
  /** Whose a window was that is gone by now; undefined when it was never read. */
  was(window: number): Identity | undefined;
  /** What was read of the window may not hold any more. */
  doubt(window: number): void;
  /** A window is new: one that had its number before is another one. */
  meet(window: number): void;
}

export function identities(display: Display, host: string, now: () => number): Identities {
  const found = new Map<number, { readonly identity: Identity; readonly at: number }>();
  async function read(window: number): Promise<Identity | null> {
    const identity = await readIdentity(display, window, host);
    if (identity === null) return null;
    found.delete(window);
    found.set(window, { identity, at: now() });
    for (const oldest of found.keys()) {
      if (found.size <= mostKnown) break;
      found.delete(oldest);
    }
    return identity;
  }
  return {
    known(window) {
      const entry = found.get(window);
      return entry !== undefined && now() - entry.at < identityMs ? entry.identity : undefined;
    },
    read,
    was: (window) => found.get(window)?.identity,
    doubt(window) {
      const entry = found.get(window);
      if (entry !== undefined) found.set(window, { ...entry, at: -Infinity });
    },
    meet(window) {
      found.delete(window);
      // A lost connection is told elsewhere.
      void read(window).catch(() => undefined);
    },
  };
}

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

/** The check of EWMH: the root names a window of the window manager, and that window, gone with it, names itself. */
export async function hasWindowManager(display: Display): Promise<boolean> {
  const check = firstWord(await display.property(display.root, "_NET_SUPPORTING_WM_CHECK", 1));
  return check !== null && firstWord(await display.property(check, "_NET_SUPPORTING_WM_CHECK", 1)) === check;
}
