import type { Rect } from "./geometry.js";

export const windowTypes = [
  "normal",
  "dialog",
  "utility",
  "toolbar",
  "splash",
  "menu",
  "combo",
  "popup",
  "tooltip",
  "notification",
  "dnd",
  "dock",
  "desktop",
] as const;
/** "popup" is a window that no window manager handles and that does not say what it is. */
export type WindowType = (typeof windowTypes)[number];

/** One top-level window as the X server and the window manager describe it. */
export interface X11Window {
  readonly id: number;
  /** Null when neither the window nor the server names a process of this machine. */
  readonly pid: number | null;
  /** Class of WM_CLASS, or its instance; null when the window has neither. */
  readonly app: string | null;
  /** As the app set it, without control characters; "" when it has none. */
  readonly title: string;
  /** The window it belongs to, such as a dialog's; null when it names none. */
  readonly transientFor: number | null;
  readonly type: WindowType;
  readonly modal: boolean;
  /** True for windows that no window manager handles: menus, pop-ups, lists of combo boxes, tooltips. */
  readonly overrideRedirect: boolean;
  /** Whether it is in the window manager's list; always false for pop-ups. */
  readonly managed: boolean;
  /** The app's own area on the screen; a toolkit that draws its own shadow counts the shadow in. */
  readonly bounds: Rect;
  /** `bounds` with what the window manager draws around it and without a shadow that the toolkit draws itself. */
  readonly frame: Rect;
  readonly minimised: boolean;
  readonly maximised: boolean;
  readonly fullscreen: boolean;
  /** Number of its desktop, -1 when it is on all; null when it names none. */
  readonly desktop: number | null;
  /** Whether it is on the screen, covered or not. */
  readonly mapped: boolean;
  /** Place in the stack of all windows of the screen; higher is nearer to the front. */
  readonly zIndex: number;
  /** Whether the window manager calls it the active one; null when it says nothing. */
  readonly active: boolean | null;
}

/** The kinds by their names. Source: EWMH 1.5, _NET_WM_WINDOW_TYPE. */
export const typeNames: ReadonlyMap<string, WindowType> = new Map([
  ["_NET_WM_WINDOW_TYPE_DESKTOP", "desktop"],
  ["_NET_WM_WINDOW_TYPE_DOCK", "dock"],
  ["_NET_WM_WINDOW_TYPE_TOOLBAR", "toolbar"],
  ["_NET_WM_WINDOW_TYPE_MENU", "menu"],
  ["_NET_WM_WINDOW_TYPE_UTILITY", "utility"],
  ["_NET_WM_WINDOW_TYPE_SPLASH", "splash"],
  ["_NET_WM_WINDOW_TYPE_DIALOG", "dialog"],
  ["_NET_WM_WINDOW_TYPE_DROPDOWN_MENU", "menu"],
  ["_NET_WM_WINDOW_TYPE_POPUP_MENU", "menu"],
  ["_NET_WM_WINDOW_TYPE_TOOLTIP", "tooltip"],
  ["_NET_WM_WINDOW_TYPE_NOTIFICATION", "notification"],
  ["_NET_WM_WINDOW_TYPE_COMBO", "combo"],
  ["_NET_WM_WINDOW_TYPE_DND", "dnd"],
  ["_NET_WM_WINDOW_TYPE_NORMAL", "normal"],
]);

export const stateNames = {
  modal: "_NET_WM_STATE_MODAL",
  hidden: "_NET_WM_STATE_HIDDEN",
  fullscreen: "_NET_WM_STATE_FULLSCREEN",
  maximisedAcross: "_NET_WM_STATE_MAXIMIZED_HORZ",
  maximisedDown: "_NET_WM_STATE_MAXIMIZED_VERT",
} as const;

/** The first kind that the window names and that is known here, else the one to assume. Source: EWMH 1.5, _NET_WM_WINDOW_TYPE. */
export function typeOf(named: readonly string[], transient: boolean, overrideRedirect: boolean): WindowType {
  for (const name of named) {
    const type = typeNames.get(name);
    if (type !== undefined) return type;
  }
  if (overrideRedirect) return "popup";
  return transient ? "dialog" : "normal";
}

/** Left, right, top, bottom. Source: EWMH 1.5, _NET_FRAME_EXTENTS. */
export type Extents = readonly [number, number, number, number];

/** Extents that no window has are the mistake or the malice of whoever wrote them. */
const widestExtent = 1000;

export function extentsOf(words: readonly number[]): Extents | null {
  const [left, right, top, bottom] = words;
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return null;
  return Math.max(left, right, top, bottom) <= widestExtent ? [left, right, top, bottom] : null;
}

/** `decoration` lies outside of `bounds`; `shadow`, drawn by the toolkit, inside. */
export function frameOf(bounds: Rect, decoration: Extents | null, shadow: Extents | null): Rect {
  const [left, right, top, bottom] = (decoration ?? [0, 0, 0, 0]).map((out, at) => out - (shadow?.[at] ?? 0));
  return {
    x: bounds.x - (left ?? 0),
    y: bounds.y - (top ?? 0),
    width: Math.max(1, bounds.width + (left ?? 0) + (right ?? 0)),
    height: Math.max(1, bounds.height + (top ?? 0) + (bottom ?? 0)),
  };
}
