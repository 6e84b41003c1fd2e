import { setMaxListeners } from "node:events";
import { refKey, type ObjectRef, type SnapshotNode } from "@beans-picker/desktop";
import { pause, type CallBudget } from "../../../budget.js";
import type { Chord } from "../desk.js";
import { windowOf, type Observation } from "../observe.js";
import type { Stage } from "./stage.js";

/** How long a walk may take on a busy machine, in ms. */
export const WALK_MS = 20_000;
/** Controls passed on the way before it is given up. */
const MOST_TABS = 60;
/** How many controls may be left out of the order in which they stand, such as the radio buttons that are not chosen. */
const lookAhead = { "at once": 8, later: MOST_TABS } as const;
/** So often the focus may be where nothing is known to be, such as on the tabs of a notebook. */
const MOST_UNSEEN = 2;

type Direction = "forward" | "backward";

/** How long the focus may take to be told where it is not known whether the key has been taken, and how often it is asked for. */
const ARRIVE_MS = 3_000;
const POLL_MS = 20;

/** A control that can have the focus. */
export interface Stop {
  readonly ref: ObjectRef;
  /** The focus must not be moved over it: it would choose a row on its way, or not go on from there. */
  readonly barrier: boolean;
  readonly writes: boolean;
}

/**
 * Moves the focus to one of `goals` by the Tab key, in the direction in which it passes nothing that it would change:
 * lists choose the row that gets the focus, and GTK 4.8 does not leave an expander by Tab. Every step is checked. Answers
 * with the goal that has the focus now; `null` when none was reached.
 */
export async function walkTo(
  stage: Stage,
  seen: Observation,
  goals: readonly ObjectRef[],
  budget: CallBudget,
): Promise<ObjectRef | null> {
  const wanted = new Set(goals.map(refKey));
  const stops = stopsOf(seen, wanted);
  const at = await focusedAmong(stage, stops, budget);
  if (at === null) return null;
  if (wanted.has(refKey(stops[at]?.ref ?? { bus: "", path: "" }))) return stops[at]?.ref ?? null;
  const ways = (["forward", "backward"] as const).flatMap((direction) => {
    const way = wayFrom(stops, at, wanted, direction);
    return way === null ? [] : [{ direction, way }];
  });
  ways.sort((left, right) => left.way.length - right.way.length);
  const [best] = ways;
  if (best === undefined || best.way.length > MOST_TABS) return null;
  return await follow(stage, seen, { from: stops[at], wanted, ...best, told: "at once" }, budget);
}

export interface Walk {
  readonly from: Stop | undefined;
  readonly way: readonly Stop[];
  readonly wanted: ReadonlySet<string>;
  readonly direction: Direction;
  /** Whether an app that has taken a key tells at once where the focus is by then. Qt and the pages of a browser do not. */
  readonly told: "at once" | "later";
}

/**
 * Presses Tab until one of the wanted controls has the focus. The next key is pressed only when the last one has done what
 * it does: a key that is still under way would move the focus on once the goal seems to be reached.
 */
export async function follow(
  stage: Stage,
  seen: Observation,
  route: Walk,
  budget: CallBudget,
): Promise<ObjectRef | null> {
  const { way, wanted, direction } = route;
  let here = route.from;
  let next = 0;
  let unseen = 0;
  for (let pressed = 0; pressed < way.length + MOST_UNSEEN; pressed += 1) {
    const [goal] = way.slice(-1);
    if (goal === undefined) return null;
    const window = windowOf(seen, goal.ref);
    const taken = await stage.desk.pressKeys(window, [tabKey(direction, here?.writes === true)], budget);
    const isSure = taken === "taken" && route.told === "at once";
    const ahead = way.slice(next, next + lookAhead[route.told]);
    const found = await arrival(stage, ahead, isSure ? 0 : ARRIVE_MS, budget);
    if (found === null) {
      // Still on the control before means that Tab does not leave it.
      if (!isSure || (here !== undefined && (await focusedAmong(stage, [here], budget)) !== null)) return null;
      unseen += 1;
      if (unseen > MOST_UNSEEN) return null;
      here = undefined;
      continue;
    }
    unseen = 0;
    here = ahead[found];
    next += found + 1;
    if (here !== undefined && wanted.has(refKey(here.ref))) return here.ref;
    if (next >= way.length) return null;
  }
  return null;
}

async function arrival(
  stage: Stage,
  ahead: readonly Stop[],
  patienceMs: number,
  budget: CallBudget,
): Promise<number | null> {
  for (let waited = 0; ; waited += POLL_MS) {
    const found = await focusedAmong(stage, ahead, budget);
    if (found !== null || waited >= patienceMs || !(await pause(POLL_MS, budget))) return found;
  }
}

function tabKey(direction: Direction, writes: boolean): Chord {
  // In a field of several lines Tab is a character.
  return [...(writes ? ["ctrl"] : []), ...(direction === "backward" ? ["shift"] : []), "tab"];
}

/** The controls up to the first goal, round the end of the window if need be; `null` when something must not be passed. */
function wayFrom(
  stops: readonly Stop[],
  at: number,
  wanted: ReadonlySet<string>,
  direction: Direction,
): readonly Stop[] | null {
  const step = direction === "forward" ? 1 : stops.length - 1;
  const way: Stop[] = [];
  for (let index = (at + step) % stops.length; index !== at; index = (index + step) % stops.length) {
    const stop = stops[index];
    if (stop === undefined) return null;
    const reached = wanted.has(refKey(stop.ref));
    // Of goals that stand side by side Tab may reach any.
    if (!reached && way.some(({ ref }) => wanted.has(refKey(ref)))) return way;
    way.push(stop);
    if (stop.barrier) return null;
  }
  return way.some(({ ref }) => wanted.has(refKey(ref))) ? way : null;
}

export function stopsOf({ snapshot, refs, places }: Observation, wanted: ReadonlySet<string>): Stop[] {
  const byHandle = new Map(snapshot.nodes.map((node) => [node.handle, node]));
  const inRow = (node: SnapshotNode): boolean => {
    const passed = new Set<number>();
    for (let at: SnapshotNode | undefined = node; at !== undefined && !passed.has(at.handle);) {
      if (at.role === "listitem" || at.role === "row" || at.role === "treeitem") return true;
      passed.add(at.handle);
      at = at.parent === null ? undefined : byHandle.get(at.parent);
    }
    return false;
  };
  return snapshot.nodes.flatMap((node) => {
    const ref = refs.get(node.handle);
    if (ref === undefined || !canStop(node)) return [];
    const facts = places.get(refKey(ref))?.facts;
    const barrier = !wanted.has(refKey(ref)) && (inRow(node) || node.states.expanded !== undefined);
    return [{ ref, barrier, writes: facts?.states.has("multi-line") === true }];
  });
}

/** Areas that scroll can have the focus, but Tab does not stop there. */
function canStop({ states, role }: SnapshotNode): boolean {
  return (
    states.focused !== undefined &&
    states.enabled &&
    states.showing !== false &&
    role !== "scrollarea" &&
    role !== "list"
  );
}

async function focusedAmong(
  { accessibility }: Stage,
  stops: readonly Stop[],
  budget: CallBudget,
): Promise<number | null> {
  // One listener for each question is meant; eleven would be taken for a leak.
  const signal = AbortSignal.any([budget.signal]);
  setMaxListeners(0, signal);
  const own: CallBudget = { signal, remainingMs: () => budget.remainingMs() };
  const states = await Promise.all(
    stops.map(({ ref }) =>
      accessibility.facts(ref, own).then(
        (facts) => facts.states.has("focused"),
        () => false,
      ),
    ),
  );
  const at = states.indexOf(true);
  return at < 0 ? null : at;
}
