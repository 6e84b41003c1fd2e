import {
  nativeRole,
  type AccessibleFacts,
  type Frame,
  type WindowEntry,
  type WindowFacts,
} from "@beans-picker/desktop";
import type { X11Window } from "@beans-picker/x11";
import type { WindowFilter } from "../../backend.js";
import type { DeskView } from "./desk.js";

const ordinaryTypes: ReadonlySet<X11Window["type"]> = new Set(["normal", "dialog", "utility", "splash"]);

/** Windows that a person thinks of as windows: not menus, lists, docks or tooltips. */
export function isOrdinary({ overrideRedirect, type }: X11Window): boolean {
  return !overrideRedirect && ordinaryTypes.has(type);
}

export function entriesOf(view: DeskView, filter: WindowFilter): WindowEntry[] {
  return view.windows
    .filter(isOrdinary)
    .map((window) => entryOf(window, view))
    .filter(
      (entry) =>
        (filter.pid === undefined || entry.pid === filter.pid) && (filter.onScreenOnly !== true || entry.onScreen),
    );
}

function entryOf(window: X11Window, view: DeskView): WindowEntry {
  return {
    windowId: window.id,
    pid: window.pid,
    app: window.app ?? "",
    title: window.title,
    bounds: window.bounds,
    onScreen: isOnScreen(window, view),
    minimized: window.minimised,
    layer: null,
    zIndex: window.zIndex,
    spaces: null,
    onCurrentSpace: isOnDesktop(window, view),
  };
}

function isOnScreen(window: X11Window, view: DeskView): boolean {
  return window.mapped && !window.minimised && isOnDesktop(window, view);
}

function isOnDesktop({ desktop }: X11Window, view: DeskView): boolean {
  return desktop === null || desktop === -1 || view.desktop === null || desktop === view.desktop;
}

/** Facts about one window for its snapshot. */
export function factsOfWindow(window: X11Window, pid: number, view: DeskView): WindowFacts {
  const active = view.windows.find(({ id }) => id === view.active);
  return {
    pid,
    windowId: window.id,
    app: window.app ?? "",
    title: window.title,
    bounds: window.bounds,
    otherWindows: view.windows
      .filter((other) => other.id !== window.id && other.pid === pid && isOrdinary(other) && !other.minimised)
      .map(({ title }) => (title.trim() === "" ? "(untitled window)" : title)),
    frontmost: active === undefined ? (view.active === null ? null : false) : active.pid === pid,
  };
}

/**
 * Windows that belong to `owner` and have no meaning without it: its modal and untitled dialogs and its open menus and
 * lists, with what belongs to those in turn. A titled dialog that leaves its owner usable is a window of its own.
 */
export function belongingTo(owner: X11Window, view: DeskView): X11Window[] {
  const own = view.windows.filter((window) => window.id !== owner.id && window.pid === owner.pid && window.mapped);
  const found = new Set<X11Window>();
  const holders = new Set([owner.id]);
  const isOpener = openerOf(view, owner.pid) === owner.id;
  for (let grew = true; grew;) {
    grew = false;
    for (const window of own) {
      if (found.has(window) || !isDependent(window)) continue;
      const held =
        window.transientFor === null ? isOpener && window.overrideRedirect : holders.has(window.transientFor);
      if (!held) continue;
      found.add(window);
      holders.add(window.id);
      grew = true;
    }
  }
  return [...found];
}

/** The window that menus were opened from which do not say so, as those of Chromium: the only one of its app, or the one in front. */
function openerOf({ windows, active }: DeskView, pid: number | null): number | undefined {
  const normal = windows.filter((window) => window.pid === pid && window.type === "normal");
  return (normal.length === 1 ? normal[0] : normal.find(({ id }) => id === active))?.id;
}

/** Windows that hold what was opened from another one. */
const openedTypes: ReadonlySet<X11Window["type"]> = new Set(["menu", "combo", "popup"]);

/** A menu or list that was opened, or something else that its app places by itself. */
export function isPopup({ overrideRedirect, type }: X11Window): boolean {
  return overrideRedirect || openedTypes.has(type);
}

function isDependent(window: X11Window): boolean {
  const { type, modal, title } = window;
  if (isPopup(window)) return type !== "tooltip" && type !== "notification" && type !== "dnd";
  return type === "dialog" && (modal || title.trim() === "");
}

/** Differences of frames up to this are rounding or a border, in pixels. */
const NEAR_PX = 2;

interface Pair {
  readonly window: X11Window;
  readonly top: AccessibleFacts;
  readonly score: number;
}

/**
 * Which accessible top-level is which X11 window of the same process. Title and frame decide; each is given to one window
 * only. Two windows that look the same to both sides are told apart by the focus, else not at all.
 */
export function pairWindows(
  windows: readonly X11Window[],
  tops: readonly AccessibleFacts[],
  active: number | null,
): Map<number, AccessibleFacts> {
  const pairs: Pair[] = windows.flatMap((window) =>
    tops.map((top) => ({ window, top, score: likeness(window, top, active) })),
  );
  const found = new Map<number, AccessibleFacts>();
  const taken = new Set<AccessibleFacts>();
  let left = pairs.filter(({ score }) => score > 0);
  while (left.length > 0) {
    const best = Math.max(...left.map(({ score }) => score));
    const sure = left.filter((pair) => pair.score === best && isAlone(pair, left));
    // What is equally like two others stays open until one of them is taken; if that never happens, it is left out.
    const next = sure.length > 0 ? sure : left.filter((pair) => isAlone(pair, left));
    if (next.length === 0) break;
    const [first] = next;
    if (first === undefined) break;
    found.set(first.window.id, first.top);
    taken.add(first.top);
    left = left.filter(({ window, top }) => window !== first.window && !taken.has(top));
  }
  return pairLast(windows, tops, found);
}

/** What is left over on both sides, when it is one each, belongs together: a title that was changed a moment ago. */
function pairLast(
  windows: readonly X11Window[],
  tops: readonly AccessibleFacts[],
  found: Map<number, AccessibleFacts>,
): Map<number, AccessibleFacts> {
  const taken = new Set(found.values());
  const [window, ...moreWindows] = windows.filter(({ id, overrideRedirect }) => !found.has(id) && !overrideRedirect);
  const [top, ...moreTops] = tops.filter(
    (each) =>
      !taken.has(each) &&
      !popupRoles.has(nativeRole(each)) &&
      (each.states.has("showing") || each.states.has("visible")),
  );
  if (window !== undefined && top !== undefined && moreWindows.length === 0 && moreTops.length === 0) {
    found.set(window.id, top);
  }
  return found;
}

/** No other pair with one of the two is as good. */
function isAlone(pair: Pair, pairs: readonly Pair[]): boolean {
  return pairs.every(
    (other) => other === pair || (other.window !== pair.window && other.top !== pair.top) || other.score < pair.score,
  );
}

const popupRoles: ReadonlySet<string> = new Set(["window", "menu", "popup menu", "tool tip", "list", "popover"]);

/** 0 when they cannot be the same; the title counts more than the frame, which some toolkits do not know. */
function likeness(window: X11Window, top: AccessibleFacts, active: number | null): number {
  const titled = sameTitle(window.title, top.name);
  const framed = nearFrame(top.extents, window);
  // Chromium calls its menus frames; a window of the app that is as large as one of its menus stands elsewhere.
  if (isPopup(window) && !popupRoles.has(nativeRole(top)) && !(framed.size && framed.place)) return 0;
  if (!titled && !framed.size) return 0;
  return (
    (titled ? 16 : 0) +
    (framed.size ? 4 : 0) +
    (framed.place ? 8 : 0) +
    (top.states.has("active") === (window.id === active) ? 1 : 0)
  );
}

function sameTitle(left: string, right: string): boolean {
  return left.trim() === right.trim();
}

function nearFrame(extents: Frame | undefined, { bounds, frame }: X11Window): { size: boolean; place: boolean } {
  if (extents === undefined) return { size: false, place: false };
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR_PX;
  const frames = [bounds, frame];
  return {
    size: frames.some(({ width, height }) => near(extents.width, width) && near(extents.height, height)),
    place: frames.some(({ x, y }) => near(extents.x, x) && near(extents.y, y)),
  };
}
