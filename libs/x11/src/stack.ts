import { type Attributes, attributesOf, type Geometry, geometryOf, treeOf } from "./core.js";
import type { Display } from "./display.js";
import type { Rect } from "./geometry.js";
import { firstWord, words } from "./property.js";
import type { X11Window } from "./window.js";
import { describe, readWindow, type WindowReading } from "./window-reading.js";

/** More windows than this are not looked at: the ones nearest to the front count. */
const mostWindows = 1000;
/** How many children of one window are searched for the app's own. */
const mostWrapped = 16;

/** A child of the root: a window manager's frame, a pop-up, or something that nobody sees. */
export interface Top {
  readonly id: number;
  readonly attributes: Attributes;
  readonly geometry: Geometry;
  readonly children: readonly number[];
}

/** All that is on the screen. */
export interface Stack {
  readonly windows: readonly { readonly window: X11Window; readonly top: number }[];
  /** From the bottom to the top. */
  readonly tops: readonly Top[];
  readonly screen: Rect;
}

/** All top-level windows from the front to the back: those that a window manager lists, and pop-ups. */
export async function listX11Windows(display: Display, host: string): Promise<X11Window[]> {
  const { windows } = await readStack(display, host);
  return windows.map(({ window }) => window).sort((a, b) => b.zIndex - a.zIndex);
}

/** Windows that die while they are read are left out. `host` is the name of this machine. */
export async function readStack(display: Display, host: string): Promise<Stack> {
  const { root } = display;
  const [stacking, mapping, active, desktop, tree, screen] = await Promise.all([
    display.property(root, "_NET_CLIENT_LIST_STACKING", mostWindows),
    display.property(root, "_NET_CLIENT_LIST", mostWindows),
    display.property(root, "_NET_ACTIVE_WINDOW", 1),
    display.property(root, "_NET_CURRENT_DESKTOP", 1),
    treeOf(display, root),
    geometryOf(display, root),
  ]);
  const list = stacking ?? mapping;
  const children = (tree?.children ?? []).slice(-mostWindows);
  const [tops, listed] = await Promise.all([
    there(children.map((id) => readTop(display, id))),
    list === null ? null : there(words(list).map((id) => readWindow(display, id, host, true))),
  ]);
  const clients = listed ?? (await findClients(display, tops, host));
  const taken = new Set(clients.map(({ top }) => top));
  const popups = await there(
    tops.filter((top) => isVisible(top) && !taken.has(top.id)).map(({ id }) => readWindow(display, id, host, false)),
  );
  const readings = [...clients, ...popups];
  const nameless = readings.filter(({ ownPid }) => ownPid === null).map(({ id }) => id);
  const serverPids = await display.clientPids(nameless);
  const zIndexes = new Map(tops.map(({ id }, at) => [id, at]));
  const desk = { active: firstWord(active), desktop: firstWord(desktop) };
  return {
    windows: readings.map((reading) => {
      const zIndex = zIndexes.get(reading.top) ?? -1;
      return { window: describe(reading, serverPids.get(reading.id), zIndex, desk), top: reading.top };
    }),
    tops,
    screen: screen?.area ?? { x: 0, y: 0, width: 0, height: 0 },
  };
}

function isVisible({ attributes, geometry }: Top): boolean {
  return attributes.viewable && !attributes.inputOnly && geometry.area.width > 1 && geometry.area.height > 1;
}

async function readTop(display: Display, id: number): Promise<Top | null> {
  const [attributes, geometry, tree] = await Promise.all([
    attributesOf(display, id),
    geometryOf(display, id),
    treeOf(display, id),
  ]);
  if (attributes === null || geometry === null || tree === null) return null;
  return { id, attributes, geometry, children: tree.children };
}

/** Where no list is: the windows that a window manager has marked, and without one all that would want to be managed. */
async function findClients(display: Display, tops: readonly Top[], host: string): Promise<WindowReading[]> {
  const found = await Promise.all(
    tops.map(async (top) => {
      const candidates = [top.id, ...top.children].slice(0, mostWrapped);
      const states = await Promise.all(candidates.map((id) => display.property(id, "WM_STATE", 1)));
      const marked = candidates.filter((_, at) => (states[at] ?? null) !== null);
      if (marked.length > 0) return marked;
      return isVisible(top) && !top.attributes.overrideRedirect ? [top.id] : [];
    }),
  );
  return there(found.flat().map((id) => readWindow(display, id, host, true)));
}

async function there<T>(asked: readonly Promise<T | null>[]): Promise<T[]> {
  return (await Promise.all(asked)).filter((one) => one !== null);
}
