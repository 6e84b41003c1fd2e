import { refKey, type AccessibleFacts, type ObjectRef } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { refuse } from "../../../bind.js";
import { pause, type CallBudget } from "../../../budget.js";
import type { Target } from "../bind.js";
import { windowOf } from "../observe.js";
import type { Plan, Step } from "../steps.js";
import type { Stage } from "./stage.js";
import { assertStillMeant } from "./still-meant.js";
import { WALK_MS } from "./walk.js";
import { giveFocus, nearestBefore } from "./walk-widgets.js";

/** More rows are not gone over to get to the one that is meant. */
const MOST_ROWS = 60;
/** How long a tree may take to tell where its focus is, or that a row was folded, and how often it is asked, in ms. */
const TOLD_MS = 1_500;
const POLL_MS = 20;

/**
 * Folds a row of a tree of Qt, which offers no action for it, as a person without a pointer would: the focus to the tree by
 * Tab, to the row by the arrow keys, and Plus or Minus, which do nothing else. Every step is checked. `null` when the control
 * is no row of such a tree. Rows that are passed are selected on the way where the tree selects what has its focus.
 */
export function planFoldByKeys(stage: Stage, target: Target, expanded: boolean): Plan | null {
  const { seen, ref } = target;
  const tree = seen.places.get(refKey(ref))?.parent ?? null;
  const holder = tree === null ? undefined : seen.places.get(refKey(tree))?.facts;
  if (seen.toolkit !== "qt" || tree === null || holder?.interfaces.has("Table") !== true) return null;
  const window = windowOf(seen, ref);
  let at: AccessibleFacts | undefined;
  const walk: Step = {
    route: "x11:tab",
    prepares: true,
    patienceMs: WALK_MS,
    otherwise: refuse(
      "background_unavailable",
      "It could not be made sure that the tree has the focus of its window; nothing was sent to it.",
    ),
    send: async (budget) => {
      at = await enterTree(stage, target, tree, budget);
      return at !== undefined;
    },
  };
  const fold: Step = {
    route: "x11:keys",
    patienceMs: WALK_MS,
    send: async (budget) => {
      if (at === undefined) return false;
      const moved = await goTo(stage, target, tree, at.ref, budget);
      await assertStillMeant(stage, target, { focused: true }, budget).catch((error: unknown) => {
        throw moved ? lost("uncertain") : error;
      });
      await stage.desk.pressKeys(window, [[expanded ? "+" : "-"]], budget);
      return await until(budget, async () => (await factsOf(stage, ref, budget)).states.has("expanded") === expanded);
    },
  };
  return { ok: true, steps: [walk, fold], during: (work, budget) => stage.desk.asIfInFront(window, work, budget) };
}

/**
 * Gives a tree the focus and answers with the row that has it. Qt says of every list and tree which row would have the focus,
 * whether or not the list has it: so either the tree had no such row before, or no other one has one.
 */
async function enterTree(
  stage: Stage,
  target: Target,
  tree: ObjectRef,
  budget: CallBudget,
): Promise<AccessibleFacts | undefined> {
  const { seen } = target;
  const start = nearestBefore(target, tree);
  if (start === undefined || !(await giveFocus(stage, start, budget))) return undefined;
  const before = await currentRows(stage, target, budget);
  await stage.desk.pressKeys(windowOf(seen, tree), [["tab"]], budget);
  let row: AccessibleFacts | undefined;
  await until(budget, async () => {
    if ((await factsOf(stage, start, budget)).states.has("focused")) return false;
    const now = await currentRows(stage, target, budget);
    const own = now.get(refKey(tree));
    const gained = [...now.keys()].filter((view) => !before.has(view));
    const sure = before.has(refKey(tree)) ? now.size === 1 : gained.length === 1 && gained[0] === refKey(tree);
    row = sure && !(await anotherHasFocus(stage, target, budget)) ? own : undefined;
    return row !== undefined;
  });
  return row;
}

/** Of each list and tree the row that has its focus, by `refKey` of the list. */
async function currentRows(stage: Stage, { seen }: Target, budget: CallBudget): Promise<Map<string, AccessibleFacts>> {
  const rows = new Map<string, AccessibleFacts>();
  for (const { facts, parent } of seen.places.values()) {
    const holder = parent === null ? undefined : seen.places.get(refKey(parent))?.facts;
    if (parent === null || holder?.interfaces.has("Table") !== true || !facts.states.has("focusable")) continue;
    const now = await factsOf(stage, facts.ref, budget);
    if (now.states.has("focused")) rows.set(refKey(parent), now);
  }
  return rows;
}

async function anotherHasFocus(stage: Stage, { seen }: Target, budget: CallBudget): Promise<boolean> {
  for (const { facts } of seen.places.values()) {
    const asked =
      facts.states.has("focusable") && (facts.actions ?? []).some(({ name }) => name.toLowerCase() === "setfocus");
    if (asked && (await factsOf(stage, facts.ref, budget)).states.has("focused")) return true;
  }
  return false;
}

/**
 * Moves the focus of the tree to the row, one row at a time; true when it had to move. Rejects when a key does anything else. Qt gives the rows of a tree
 * new numbers whenever it is asked for them, so those of the look are asked.
 */
async function goTo(
  stage: Stage,
  target: Target,
  tree: ObjectRef,
  from: ObjectRef,
  budget: CallBudget,
): Promise<boolean> {
  const { seen, ref } = target;
  const inTree = [...seen.places.values()].filter(({ parent }) => parent !== null && refKey(parent) === refKey(tree));
  const rowOf = async (at: number | undefined): Promise<number> =>
    at === undefined ? -1 : await stage.accessibility.rowAt(tree, at, budget);
  const [here, goal] = [
    await rowOf(seen.places.get(refKey(from))?.index),
    await rowOf(seen.places.get(refKey(ref))?.index),
  ];
  // Rows that came or went since, or that were left out of the look, would shift the others.
  const same = (await factsOf(stage, tree, budget)).childCount === inTree.length;
  if (!same || here < 0 || goal < 0 || Math.abs(goal - here) > MOST_ROWS) throw lost("not_delivered");
  const step = Math.sign(goal - here);
  for (let next = here + step; next !== goal + step; next += step) {
    await stage.desk.pressKeys(windowOf(seen, tree), [[step > 0 ? "down" : "up"]], budget);
    const arrived = await until(budget, async () => {
      for (const { facts, index } of inTree) {
        if (!(await factsOf(stage, facts.ref, budget)).states.has("focused")) continue;
        return (await rowOf(index)) === next;
      }
      return false;
    });
    if (!arrived) throw lost("uncertain");
  }
  return here !== goal;
}

function lost(delivery: "not_delivered" | "uncertain"): CodedError {
  return new CodedError("failed", "The focus did not get to the row by the arrow keys; it was not folded.", {
    delivery,
  });
}

function factsOf({ accessibility }: Stage, ref: ObjectRef, budget: CallBudget): Promise<AccessibleFacts> {
  return accessibility.facts(ref, budget);
}

async function until(budget: CallBudget, holds: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; ; waited += POLL_MS) {
    if (await holds()) return true;
    if (waited >= TOLD_MS || !(await pause(POLL_MS, budget))) return false;
  }
}
