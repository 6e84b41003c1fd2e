import { CodedError } from "@beans-picker/shared";
import {
  askForFront,
  attributesOf,
  displayAddress,
  displayName,
  inputFocusOf,
  listX11Windows,
  openDisplay,
  serverClock,
  topOf,
  treeOf,
  watchActiveWindow,
} from "@beans-picker/x11";
import type { FrontSource } from "../source.js";
import { hasWindowManager, identities } from "./identity.js";
import { watchPerson } from "./person.js";
import { userTimes } from "./user-times.js";
import { windowsSeen } from "./windows-seen.js";

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Name of this machine, as windows give it in WM_CLIENT_MACHINE. */
  readonly host: string;
  readonly now: () => number;
}

const purpose = "the front app cannot be watched";
/** Source: X11 protocol: StructureNotify, and the events of it that say that a window is gone or hidden. */
const [structureNotify, destroyNotify, unmapNotify] = [1 << 17, 17, 18];
const deepest = 16;

/** Connects to the X server that the environment names. Fails with `unsupported` where there can be none. */
export async function openX11Source(around: Surroundings, signal: AbortSignal): Promise<FrontSource> {
  if (around.platform === "darwin") {
    throw new CodedError(
      "unsupported",
      "This watcher reads the front app from X11 on Linux only. On macOS the window-watcher command does it.",
    );
  }
  const address = displayAddress(displayName(around, purpose), purpose);
  const display = await openDisplay(address, around.env, signal);
  const { host, now } = around;
  try {
    const known = identities(display, host, now);
    // One clock for changes and input: by two of them a click could seem to come after what it did.
    const toLocal = serverClock(now);
    const [seen, person] = await Promise.all([
      windowsSeen(display, now, (window) => known.meet(window)),
      watchPerson(display, host, { now, toLocal }),
    ]);
    const watched = new Set<number>();
    return {
      lost: display.lost,
      seesInput: person.isSeen,
      async start(onLook) {
        const active = await watchActiveWindow(display, now, onLook, toLocal);
        display.onEvent((event) => {
          const kind = event.readUInt8(0) & 0x7f;
          if (kind !== destroyNotify && kind !== unmapNotify) return;
          const window = event.readUInt32LE(8);
          if (!watched.has(window)) return;
          known.doubt(window);
          if (kind === destroyNotify) watched.delete(window);
          active.look();
        });
        return active;
      },
      known: (windowId) => known.known(windowId),
      was: (windowId) => known.was(windowId),
      async identify(windowId) {
        const identity = await known.read(windowId);
        if (identity !== null && !watched.has(windowId)) {
          watched.add(windowId);
          await display.selectEvents(windowId, structureNotify);
        }
        return identity;
      },
      isManaged: () => hasWindowManager(display),
      async evidence({ front, previous }) {
        const [shown, inputs, times] = await Promise.all([
          previous.windowId === null ? null : attributesOf(display, previous.windowId),
          person.inputs(),
          front.windowId === null ? [] : userTimes(display, front.windowId),
        ]);
        return {
          previousShown: previous.windowId === null ? null : (shown?.viewable ?? false),
          ageMs: front.windowId === null ? null : seen.ageMs(front.windowId),
          inputs,
          userTimes: times,
        };
      },
      async chosenSince(monotonicMs) {
        // Typing chooses no window; a chord may have chosen another one since.
        const choices = ((await person.inputs()) ?? []).filter(
          ({ kind, chord, down, atMs }) => down && (chord || kind === "button") && atMs >= monotonicMs,
        );
        const on = choices.at(-1)?.on ?? null;
        return on === null || typeof on === "string" ? null : on;
      },
      async focused() {
        const window = await inputFocusOf(display);
        // 1 stands for the window under the pointer: none in particular.
        return window === null || window <= 1 ? null : window;
      },
      async contains(windowId, inner) {
        let at = inner;
        for (let level = 0; level < deepest && at !== 0; level += 1) {
          if (at === windowId) return true;
          at = (await treeOf(display, at))?.parent ?? 0;
        }
        return false;
      },
      async ownerOf(inner) {
        const top = await topOf(display, inner);
        const windows = top === null ? [] : await listX11Windows(display, host);
        for (const { id, pid } of windows) if ((await topOf(display, id)) === top) return { pid, windowId: id };
        return { pid: null, windowId: null };
      },
      async windowOf({ pid, windowId }) {
        const windows = await listX11Windows(display, host);
        const usable = windows.filter(({ managed, type }) => managed && type !== "dock" && type !== "desktop");
        const wanted =
          usable.find(({ id }) => id === windowId) ?? usable.find((one) => pid !== null && one.pid === pid);
        return wanted?.id ?? null;
      },
      activate: (windowId, before) => askForFront(display, windowId, before),
      close: () => display.close(),
    };
  } catch (error) {
    display.close();
    throw error;
  }
}
