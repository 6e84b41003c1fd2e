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
import { drawingsOf, isUndrawn, type KeptLook, type KeptLooks, sceneOf } from "./kept-looks.js";
import { withUnreadPopups } from "./popups.js";
import { toolkitOf, type Toolkit } from "./toolkit.js";
import { belongingTo, factsOfWindow, isPopup, pairWindows } from "./windows.js";

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
  const counting = last === undefined ? null : drawingsOf([...last.drawn.keys()], desk, budget).catch(() => null);
  const [view, apps, counted, isCurrent] = await Promise.all([
    viewing,
    finding,
    counting,
    last !== undefined && isStillCurrent(eyes, last, counting, budget),
  ]);
  const told = accessibility.told(apps);
  const target = view.windows.find(({ id }) => id === window.windowId);
  if (target === undefined || (target.pid !== null && target.pid !== window.pid)) throw notFound();
  const facts = factsOfWindow(target, window.pid, view);
  const scene = sceneOf(view, target, apps);
  const same = last?.scene === scene ? last : undefined;
  if (same !== undefined && isCurrent && isUndrawn(same, counted)) {
    return { ...same.observation, snapshot: { ...same.observation.snapshot, window: facts } };
  }
  const guess = same === undefined || counted === null ? null : readAgain(eyes, same, counted, apps, budget);
  const met = await (meeting ?? meet(eyes, apps, budget));
  const { reading, asRead, windows, drawn } = await readWindow(eyes, view, target, met, guess, budget);
  const { snapshot, refs } = normaliseAtspi({ reading, window: facts, backend: backendName });
  const places = placesOf(reading);
  const observation = { snapshot, refs, places, toolkit: toolkitOf(reading.toolkit), windows, told };
  if (asRead === null || drawn === null) kept.forget(window);
  else kept.keep(window, { observation, reading: asRead, scene, drawn });
  return observation;
}

/** What is not drawn is asked for only when nothing was drawn: otherwise the window is read again anyway. */
async function isStillCurrent(
  { accessibility }: Eyes,
  last: KeptLook,
  counting: Promise<ReadonlyMap<number, number> | null> | null,
  budget: CallBudget,
): Promise<boolean> {
  const undrawn = Promise.resolve(counting).then((counted) => isUndrawn(last, counted));
  return await accessibility.isCurrent(last.reading, undrawn, budget).catch(() => false);
}

/** A reading that was begun before it was sure that the windows still belong to the same objects. */
interface Guess {
  readonly root: ObjectRef;
  readonly attached: readonly ObjectRef[];
  readonly reading: Promise<AccessibleReading>;
  readonly drawn: ReadonlyMap<number, number>;
}

function readAgain(
  { accessibility }: Eyes,
  { reading }: KeptLook,
  drawn: ReadonlyMap<number, number>,
  apps: readonly AccessibleApp[],
  budget: CallBudget,
): Guess | null {
  const root = reading.root.facts.ref;
  const app = apps.find((each) => each.root.bus === root.bus);
  if (app === undefined) return null;
  const attached = reading.attached.map(({ facts }) => facts.ref);
  const again = accessibility.read(app, root, attached, limits, budget);
  again.catch(() => undefined);
  return { root, attached, reading: again, drawn };
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
  guess: Guess | null,
  budget: CallBudget,
): Promise<WindowReading> {
  const own = view.windows.filter(({ pid }) => pid === target.pid);
  const dependents = belongingTo(target, view);
  const ids = [target.id, ...dependents.map(({ id }) => id)];
  for (const { app, tops: finding } of apps) {
    const counting = guess?.drawn ?? drawingsOf(ids, desk, budget);
    const [tops, drawn] = await Promise.all([finding, counting]);
    const paired = pairWindows(own, tops, view.active);
    const root = paired.get(target.id)?.ref;
    if (root === undefined) continue;
    const attached = dependents.flatMap(({ id }) => paired.get(id)?.ref ?? []);
    const isGuessed = guess !== null && sameRefs([root, ...attached], [guess.root, ...guess.attached]);
    const asRead = await (isGuessed ? guess.reading : accessibility.read(app, root, attached, limits, budget));
    const windows = new Map([...paired].map(([id, { ref }]) => [refKey(ref), id]));
    const unpaired = dependents.filter((window) => isPopup(window) && !paired.has(window.id));
    return { reading: withUnreadPopups(withoutRepeats(asRead), unpaired), asRead, windows, drawn };
  }
  return { reading: unreadable(target), asRead: null, windows: new Map(), drawn: null };
}

function sameRefs(some: readonly ObjectRef[], others: readonly ObjectRef[]): boolean {
  return (
    some.length === others.length &&
    some.every((ref, at) => refKey(ref) === refKey(others[at] ?? { bus: "", path: "" }))
  );
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
