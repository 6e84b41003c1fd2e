import { type Attributes, attributesOf, type Geometry, geometryOf, treeOf } from "./core.js";
import type { Display } from "./display.js";
import type { Rect } from "./geometry.js";
import { firstWord, words } from "./property.js";
import type { X11Window } from "./window.js";
import { describe, readWindow, topOf, type WindowReading } from "./window-reading.js";

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

/** The properties of the root window that are read. */
export const rootProperties = [
  "_NET_CLIENT_LIST_STACKING",
  "_NET_CLIENT_LIST",
  "_NET_ACTIVE_WINDOW",
  "_NET_CURRENT_DESKTOP",
] as const;

/**
 * Windows that die while they are read are left out. `host` is the name of this machine; `before` is told of windows just
 * before they are read.
 */
export async function readStack(
  display: Display,
  host: string,
  before: (ids: readonly number[]) => void = () => undefined,
): Promise<Stack> {
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
  const ids = list === null ? null : words(list);
  const children = (tree?.children ?? []).slice(-mostWindows);
  before([...new Set([...children, ...(ids ?? [])])]);
  const readingTops = there(children.map((id) => readTop(display, id)));
  const topOfListed = async (id: number): Promise<number | null> =>
    topAmong(id, await readingTops) ?? topOf(display, id);
  const [tops, listed] = await Promise.all([
    readingTops,
    ids === null ? null : there(ids.map((id) => readWindow(display, id, host, true, topOfListed(id)))),
  ]);
  const clients = listed ?? (await findClients(display, tops, host, before));
  const taken = new Set(clients.map(({ top }) => top));
  const popups = await there(
    tops
      .filter((top) => isVisible(top) && !taken.has(top.id))
      .map(({ id }) => readWindow(display, id, host, false, Promise.resolve(id))),
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

/** The top that is the window, or holds it. */
function topAmong(id: number, tops: readonly Top[]): number | null {
  return tops.find((top) => top.id === id || top.children.includes(id))?.id ?? null;
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
async function findClients(
  display: Display,
  tops: readonly Top[],
  host: string,
  before: (ids: readonly number[]) => void,
): Promise<WindowReading[]> {
  const found = await Promise.all(
    tops.map(async (top) => {
      const candidates = [top.id, ...top.children].slice(0, mostWrapped);
      const states = await Promise.all(candidates.map((id) => display.property(id, "WM_STATE", 1)));
      const marked = candidates.filter((_, at) => (states[at] ?? null) !== null);
      if (marked.length > 0) return marked;
      return isVisible(top) && !top.attributes.overrideRedirect ? [top.id] : [];
    }),
  );
  const ids = found.flat();
  before(ids);
  return there(ids.map((id) => readWindow(display, id, host, true, Promise.resolve(topAmong(id, tops)))));
}

async function there<T>(asked: readonly Promise<T | null>[]): Promise<T[]> {
  return (await Promise.all(asked)).filter((one) => one !== null);
}
