import {
  normaliseAtspi,
  refKey,
  type AccessibleFacts,
  type AccessibleReading,
  type AccessibleTree,
  type ObjectRef,
  type Snapshot,
} from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import type { WindowRef } from "../../backend.js";
import { limitBudget, pause, type CallBudget } from "../../budget.js";
import type { Accessibility, AccessibleApp, AccessibleTopLevel } from "./accessibility.js";
import type { X11Window } from "@beans-picker/x11";
import type { Desk, DeskView } from "./desk.js";
import { isUnchanged, type KeptLooks, sceneOf } from "./kept-looks.js";
import { toolkitOf, type Toolkit } from "./toolkit.js";
import { belongingTo, factsOfWindow, pairWindows } from "./windows.js";

export const backendName = "native";

/** How much of a window is read. The largest of 54 recorded windows of real apps has 1 850 objects. */
const limits = { maxElements: 5_000 } as const;

/** Where an object stood when it was read. */
export interface Place {
  readonly facts: AccessibleFacts;
  readonly parent: ObjectRef | null;
  readonly index: number;
}

/** A snapshot with the accessible objects behind its handles, and all of them as they were read. */
export interface Observation {
  readonly snapshot: Snapshot;
  readonly refs: ReadonlyMap<number, ObjectRef>;
  /** By `refKey`. */
  readonly places: ReadonlyMap<string, Place>;
  readonly toolkit: Toolkit;
  /** X11 windows of the top-levels, by `refKey`. */
  readonly windows: ReadonlyMap<string, number>;
  /** How much the window's applications had told of themselves when the reading began. */
  readonly told: ReadonlyMap<string, number>;
}

/** The X11 window in which an object is drawn; keys for it go there. */
export function windowOf({ places, windows, snapshot }: Observation, ref: ObjectRef): number {
  const passed = new Set<string>();
  for (let at: ObjectRef | null = ref; at !== null && !passed.has(refKey(at));) {
    const key = refKey(at);
    const own = windows.get(key);
    if (own !== undefined) return own;
    passed.add(key);
    at = places.get(key)?.parent ?? null;
  }
  return snapshot.window.windowId;
}

/** An app that was started a moment ago, or before accessibility was switched on, needs this long to join the bus, in ms. */
const JOIN_MS = 1_000;
const JOIN_POLL_MS = 40;

/** What of the accessibility bus looking needs. */
export type Sight = Pick<Accessibility, "applications" | "topLevels" | "read" | "isCurrent" | "told">;

/** What is kept between looks. */
export interface Eyes {
  readonly accessibility: Sight;
  readonly desk: Desk;
  /** Processes that were waited for in vain, so that they are waited for once. */
  readonly absent: Set<number>;
  readonly kept: KeptLooks;
}

/**
 * Looks at a window. Rejects with `window_not_found` when it is gone or belongs to another process. A window in which
 * nothing happened since the last look is not read again. `viewing` is a view of the screen that was begun earlier.
 */
export async function observe(
  eyes: Eyes,
  window: WindowRef,
  budget: CallBudget,
  viewing: Promise<DeskView> = eyes.desk.view(budget),
): Promise<Observation> {
  const { accessibility, desk, kept } = eyes;
  const last = kept.of(window);
  const finding = appsOf(eyes, window.pid, budget);
  // At the first look its windows are wanted for sure, whatever the screen says.
  const meeting = last === undefined ? finding.then((apps) => meet(eyes, apps, budget)) : undefined;
  meeting?.catch(() => undefined);
  const [view, apps, isCurrent] = await Promise.all([
    viewing,
    finding,
    last === undefined ? false : accessibility.isCurrent(last.reading, budget).catch(() => false),
  ]);
  const told = accessibility.told(apps);
  const target = view.windows.find(({ id }) => id === window.windowId);
  if (target === undefined || (target.pid !== null && target.pid !== window.pid)) throw notFound();
  const facts = factsOfWindow(target, window.pid, view);
  const scene = sceneOf(view, target, apps);
  if (last !== undefined && isCurrent && (await isUnchanged(last, scene, desk, budget))) {
    return { ...last.observation, snapshot: { ...last.observation.snapshot, window: facts } };
  }
  const met = await (meeting ?? meet(eyes, apps, budget));
  const { reading, asRead, windows, drawn } = await readWindow(eyes, view, target, met, budget);
  const { snapshot, refs } = normaliseAtspi({ reading, window: facts, backend: backendName });
  const places = placesOf(reading);
  const observation = { snapshot, refs, places, toolkit: toolkitOf(reading.toolkit), windows, told };
  if (asRead === null || drawn === null) kept.forget(window);
  else kept.keep(window, { observation, reading: asRead, scene, drawn });
  return observation;
}

/** The connections of a process to the accessibility bus, of which it usually has one. */
async function appsOf({ accessibility, absent }: Eyes, pid: number, budget: CallBudget): Promise<AccessibleApp[]> {
  const limited = limitBudget(budget, absent.has(pid) ? 0 : JOIN_MS);
  for (;;) {
    const apps = [...(await accessibility.applications(budget, pid))];
    if (apps.length > 0) {
      absent.delete(pid);
      return apps;
    }
    if (!(await pause(JOIN_POLL_MS, limited))) {
      absent.add(pid);
      return apps;
    }
  }
}

/** An application, and its top-levels when they are needed. */
interface Met {
  readonly app: AccessibleApp;
  readonly tops: Promise<readonly AccessibleTopLevel[]>;
}

function meet({ accessibility }: Eyes, apps: readonly AccessibleApp[], budget: CallBudget): readonly Met[] {
  return apps.map((app) => {
    const tops = accessibility.topLevels(app, budget);
    tops.catch(() => undefined);
    return { app, tops };
  });
}

interface WindowReading {
  readonly reading: AccessibleReading;
  /** The reading as the bus gave it; null when there is none. */
  readonly asRead: AccessibleReading | null;
  readonly windows: ReadonlyMap<string, number>;
  /** What had been drawn before it was read; null when that is unknown of one of its windows. */
  readonly drawn: ReadonlyMap<number, number> | null;
}

async function readWindow(
  { accessibility, desk }: Eyes,
  view: DeskView,
  target: X11Window,
  apps: readonly Met[],
  budget: CallBudget,
): Promise<WindowReading> {
  const own = view.windows.filter(({ pid }) => pid === target.pid);
  const dependents = belongingTo(target, view);
  const ids = [target.id, ...dependents.map(({ id }) => id)];
  for (const { app, tops: finding } of apps) {
    const [tops, counted] = await Promise.all([finding, desk.drawings(ids, budget)]);
    const paired = pairWindows(own, tops, view.active);
    const root = paired.get(target.id);
    if (root === undefined) continue;
    const attached = dependents.flatMap(({ id }) => paired.get(id)?.ref ?? []);
    const asRead = await accessibility.read(app, root.ref, attached, limits, budget);
    const windows = new Map([...paired].map(([id, { ref }]) => [refKey(ref), id]));
    const drawn = ids.every((id) => counted.has(id)) ? counted : null;
    return { reading: withoutRepeats(asRead), asRead, windows, drawn };
  }
  return { reading: unreadable(target), asRead: null, windows: new Map(), drawn: null };
}

/** The content of an open menu may hang both below its opener and in a top-level of its own; the first place counts. */
function withoutRepeats(reading: AccessibleReading): AccessibleReading {
  const seen = new Set<string>();
  const visit = ({ facts, children }: AccessibleTree): void => {
    seen.add(refKey(facts.ref));
    children.forEach(visit);
  };
  visit(reading.root);
  const prune = (tree: AccessibleTree): AccessibleTree | null => {
    const key = refKey(tree.facts.ref);
    if (seen.has(key)) return null;
    seen.add(key);
    return { facts: tree.facts, children: tree.children.flatMap((child) => prune(child) ?? []) };
  };
  const attached = reading.attached.flatMap((tree) => prune(tree) ?? []);
  return { ...reading, attached: attached.filter(({ children }) => children.length > 0) };
}

/** ATSPI_ROLE_FRAME. Source: AtspiRole in at-spi2-core's atspi-constants.h. */
const frameRole = 23;

/** A window whose app is not on the accessibility bus, or that could not be told from another one of the same app. */
function unreadable(window: X11Window): AccessibleReading {
  const facts: AccessibleFacts = {
    ref: { bus: "", path: "" },
    role: frameRole,
    roleName: "frame",
    name: window.title,
    description: "",
    states: new Set(["enabled", "sensitive", "visible", "showing"]),
    interfaces: new Set(),
    extents: window.bounds,
    childCount: 0,
  };
  return {
    root: { facts, children: [] },
    attached: [],
    toolkit: { name: "", version: "" },
    complete: false,
    reasons: ["no_accessibility"],
    total: 1,
  };
}

function placesOf({ root, attached }: AccessibleReading): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const visit = ({ facts, children }: AccessibleTree, parent: ObjectRef | null, index: number): void => {
    places.set(refKey(facts.ref), { facts, parent, index });
    children.forEach((child, at) => {
      visit(child, facts.ref, at);
    });
  };
  [root, ...attached].forEach((tree, index) => {
    visit(tree, null, index);
  });
  return places;
}

function notFound(): CodedError {
  return new CodedError("window_not_found", undefined, { delivery: "not_delivered" });
}
