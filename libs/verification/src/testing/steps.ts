import type { Action, Snapshot } from "@beans-picker/desktop";
import { begin } from "../watch.js";
import { judge, type Judgement } from "../judge.js";
import { windowOf, type Sketch, type WindowSketch } from "@beans-picker/desktop/sketch";

type WithoutHandle<A> = A extends { handle?: number | undefined } ? Omit<A, "handle"> : never;

/** Judges an action on the first node with that label (or the first of that role) by the window before and after. */
export function judged(
  act: WithoutHandle<Action>,
  on: string | undefined,
  before: readonly Sketch[] | WindowSketch,
  after: readonly Sketch[] | WindowSketch,
): Judgement {
  const was = asWindow(before, 1);
  // Other handles than before: they must not matter.
  return judge(begin(was, aim(act, on, was)), asWindow(after, 1001));
}

function asWindow(sketch: readonly Sketch[] | WindowSketch, firstHandle: number): Snapshot {
  return windowOf("nodes" in sketch ? { firstHandle, ...sketch } : { nodes: sketch, firstHandle });
}

function aim(act: WithoutHandle<Action>, on: string | undefined, { nodes, menus }: Snapshot): Action {
  const handle =
    act.kind === "menu"
      ? menus.find(({ path }) => path.at(-1) === on)?.handle
      : nodes.find(({ label, role }) => label === on || role === on)?.handle;
  if (act.kind === "key") return { ...act, ...(handle === undefined ? {} : { handle }) };
  if (handle === undefined) throw new Error(`nothing called ${String(on)}`);
  return { ...act, handle };
}
