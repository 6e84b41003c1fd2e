import { cut, scrubText } from "@beans-picker/shared";
import { type Attributes, attributesOf, type Geometry, geometryOf, originOf, treeOf } from "./core.js";
import type { Display } from "./display.js";
import { appName, firstWord, pidOf, type Property, texts, validPid, words } from "./property.js";
import { extentsOf, frameOf, stateNames, typeNames, typeOf, type X11Window } from "./window.js";

/** What is read of every window, with how many 32-bit words of it; a longer text is cut. */
const propertyWords = {
  WM_CLASS: 256,
  WM_NAME: 256,
  _NET_WM_NAME: 256,
  WM_CLIENT_MACHINE: 64,
  WM_CLIENT_LEADER: 1,
  WM_TRANSIENT_FOR: 1,
  WM_STATE: 1,
  _NET_WM_PID: 1,
  _NET_WM_DESKTOP: 1,
  _NET_WM_WINDOW_TYPE: 64,
  _NET_WM_STATE: 64,
  _NET_FRAME_EXTENTS: 4,
  _GTK_FRAME_EXTENTS: 4,
} as const;
type PropertyName = keyof typeof propertyWords;

const longestTitle = 1000;
/** A window lies at most this deep below the root's children: frame, wrapper, window. */
const deepestFrame = 4;
/** Source: ICCCM 4.1.3.1, WM_STATE. */
const iconicState = 3;
/** Source: EWMH 1.5, _NET_WM_DESKTOP. */
const allDesktops = 0xffffffff;

/** What the server says of one window. */
export interface WindowReading {
  readonly id: number;
  /** The window's ancestor right below the root, or itself: what a window manager put around it. */
  readonly top: number;
  /** Whether the window manager lists it. */
  readonly managed: boolean;
  readonly attributes: Attributes;
  readonly geometry: Geometry;
  readonly origin: { readonly x: number; readonly y: number };
  /** The window it belongs to; null when it names none or, as a window of the whole app may, the root. */
  readonly transientFor: number | null;
  /** The process that the window itself names. */
  readonly ownPid: number | null;
  /** Names of its kinds and states that are known here. */
  readonly types: readonly string[];
  readonly states: ReadonlySet<string>;
  readonly property: (name: PropertyName) => Property | null;
}

/** All names that windows are read by. */
export const windowNames: readonly string[] = [
  ...Object.keys(propertyWords),
  ...typeNames.keys(),
  ...Object.values(stateNames),
];

/** Null when the window is gone. `host` is the name of this machine, `findTop` what {@link topOf} answers. */
export async function readWindow(
  display: Display,
  id: number,
  host: string,
  managed: boolean,
  findTop: Promise<number | null> = topOf(display, id),
): Promise<WindowReading | null> {
  const [atoms, top, attributes, geometry, origin, properties] = await Promise.all([
    knownAtoms(display),
    findTop,
    attributesOf(display, id),
    geometryOf(display, id),
    originOf(display, id, display.root),
    readProperties(display, id),
  ]);
  if (top === null || attributes === null || geometry === null || origin === null) return null;
  const property = (name: PropertyName): Property | null => properties.get(name) ?? null;
  const owner = firstWord(property("WM_TRANSIENT_FOR"));
  const namesIn = (name: PropertyName): string[] => words(property(name)).flatMap((atom) => atoms.get(atom) ?? []);
  return {
    id,
    top,
    managed,
    attributes,
    geometry,
    origin,
    transientFor: owner === 0 || owner === display.root ? null : owner,
    ownPid: await namedPid(display, id, host, property),
    types: namesIn("_NET_WM_WINDOW_TYPE"),
    states: new Set(namesIn("_NET_WM_STATE")),
    property,
  };
}

async function readProperties(display: Display, id: number): Promise<ReadonlyMap<string, Property | null>> {
  const entries = Object.entries(propertyWords).map(
    async ([name, size]) => [name, await display.property(id, name, size)] as const,
  );
  return new Map(await Promise.all(entries));
}

async function namedPid(
  display: Display,
  window: number,
  host: string,
  property: WindowReading["property"],
): Promise<number | null> {
  const machine = property("WM_CLIENT_MACHINE");
  // A number from another machine would name some unrelated process here.
  if (machine !== null && texts(machine)[0] !== host) return null;
  const own = pidOf(property("_NET_WM_PID"));
  const leader = firstWord(property("WM_CLIENT_LEADER"));
  if (own !== null || leader === null || leader === 0 || leader === window) return own;
  return pidOf(await display.property(leader, "_NET_WM_PID", 1));
}

/** The window's ancestor right below the root, or itself; null when it is gone. */
export async function topOf(display: Display, window: number): Promise<number | null> {
  let top = window;
  for (let depth = 0; depth <= deepestFrame; depth += 1) {
    const tree = await treeOf(display, top);
    if (tree === null) return null;
    if (tree.parent === display.root || tree.parent === 0) return top;
    top = tree.parent;
  }
  return null;
}

/** The names of kinds and states by the server's numbers for them. Asked once for a connection. */
async function knownAtoms(display: Display): Promise<ReadonlyMap<number, string>> {
  const names = [...typeNames.keys(), ...Object.values(stateNames)];
  const atoms = await Promise.all(names.map((name) => display.atom(name)));
  return new Map(
    names.flatMap((name, at): [number, string][] => {
      const atom = atoms[at];
      return atom === null || atom === undefined ? [] : [[atom, name]];
    }),
  );
}

/** What the window manager says of itself, as far as windows are judged by it. */
export interface Desk {
  /** Null when it says nothing, 0 when no window is active. */
  readonly active: number | null;
  readonly desktop: number | null;
}

/** @param serverPid the process that the server knows to have made the window */
export function describe(reading: WindowReading, serverPid: number | undefined, zIndex: number, desk: Desk): X11Window {
  const { id, attributes, geometry, origin, states, transientFor, property } = reading;
  const name = property("WM_CLASS");
  const desktop = firstWord(property("_NET_WM_DESKTOP"));
  const bounds = { ...origin, width: geometry.area.width, height: geometry.area.height };
  const decoration = extentsOf(words(property("_NET_FRAME_EXTENTS")));
  const shadow = extentsOf(words(property("_GTK_FRAME_EXTENTS")));
  const iconic = firstWord(property("WM_STATE")) === iconicState;
  // A window manager may call the windows of other desktops iconic too.
  const here = desktop === null || desktop === allDesktops || desk.desktop === null || desktop === desk.desktop;
  return {
    id,
    pid: reading.ownPid ?? validPid(serverPid),
    app: name === null ? null : appName(name),
    title: titleOf(property("_NET_WM_NAME")) || titleOf(property("WM_NAME")),
    transientFor,
    type: typeOf(reading.types, property("WM_TRANSIENT_FOR") !== null, attributes.overrideRedirect),
    modal: states.has(stateNames.modal),
    overrideRedirect: attributes.overrideRedirect,
    managed: reading.managed,
    bounds,
    frame: frameOf(bounds, decoration, shadow),
    minimised: states.has(stateNames.hidden) || (iconic && here),
    maximised: states.has(stateNames.maximisedAcross) && states.has(stateNames.maximisedDown),
    fullscreen: states.has(stateNames.fullscreen),
    desktop: desktop === allDesktops ? -1 : desktop,
    mapped: attributes.viewable,
    zIndex,
    active: desk.active === null ? null : desk.active === id,
  };
}

function titleOf(property: Property | null): string {
  return property === null ? "" : cut(scrubText(texts(property)[0] ?? ""), longestTitle);
}
