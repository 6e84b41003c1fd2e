import {
  nativeRole,
  refKey,
  type AccessibleFacts,
  type Frame,
  type ObjectRef,
  type Role,
  type ScrollDirection,
} from "@beans-picker/desktop";
import { refuse } from "../../../bind.js";
import type { CallBudget } from "../../../budget.js";
import type { Target } from "../bind.js";
import type { Place } from "../observe.js";
import { steps, type Plan, type Step } from "../steps.js";
import { focusStep } from "./focus.js";
import { nextBar } from "./scroll-amount.js";
import { keysOnStep } from "./single-steps.js";
import type { Stage } from "./stage.js";

/** Scrolling one of these would change its value. */
const valueRoles: ReadonlySet<Role> = new Set<Role>(["slider", "stepper", "progress"]);

/** How far a scroll bar is from its content: Qt puts a container between. */
const LEVELS = 3;

const pageKeys: Readonly<Record<ScrollDirection, string | null>> = {
  down: "pagedown",
  up: "pageup",
  left: null,
  right: null,
};

/** Scrolls the content of a control by pages: by the bar of its own scroll area, else by bringing up what lies beyond. */
export async function planScroll(
  stage: Stage,
  target: Target,
  { direction, pages = 1 }: { readonly direction: ScrollDirection; readonly pages?: number | undefined },
  budget: CallBudget,
): Promise<Plan> {
  if (valueRoles.has(target.node.role)) {
    return refuse(
      "background_unavailable",
      "Scrolling this control would change its value; nothing was sent. Scroll the content around it instead.",
    );
  }
  // A bar that stands alone is moved itself; its value is nothing but the place of its content.
  const bar = target.node.role === "scrollbar" ? target.facts : await barFor(stage, target, direction, budget);
  if (bar?.value !== undefined && !(bar.value.maximum > bar.value.minimum)) {
    return refuse("unsupported", "All of its content is on the screen already; nothing was sent.");
  }
  if (bar?.value !== undefined) {
    const { facts: area } = target;
    const increment = await stage.accessibility.increment(bar.ref, budget).catch(() => 0);
    const next = nextBar(bar.value, { view: area.extents ?? bar.extents, increment, pages }, direction);
    return steps({
      route: "atspi:scroll",
      send: async (left) => {
        await stage.accessibility.setValue(bar.ref, next, left);
        return true;
      },
    });
  }
  const beyond = nodeBeyond(target, direction);
  if (beyond !== null && pages === 1) return steps(scrollToStep(stage, beyond));
  const key = pageKeys[direction];
  const focus = key === null ? null : focusStep(stage, target);
  if (key === null || (focus !== null && "ok" in focus)) {
    return refuse(
      "background_unavailable",
      "The control has no scroll bar that can be moved in the background; nothing was sent.",
    );
  }
  const press = keysOnStep(
    stage,
    target,
    Array.from({ length: pages }, () => [key]),
  );
  return focus === null ? steps(press) : steps(focus, press);
}

/** The scroll bar of the area that the control is or is in, for that direction. */
async function barFor(
  { accessibility }: Stage,
  { ref, seen }: Target,
  direction: ScrollDirection,
  budget: CallBudget,
): Promise<AccessibleFacts | null> {
  const wanted = direction === "up" || direction === "down" ? "vertical" : "horizontal";
  const runs = ({ states, extents }: AccessibleFacts): string =>
    ["vertical", "horizontal"].find((name) => states.has(name)) ??
    // Qt does not say which way its bars run.
    (extents === undefined || extents.height > extents.width ? "vertical" : "horizontal");
  const bars = [...seen.places.values()]
    .map(({ facts }) => facts)
    .filter((facts) => nativeRole(facts) === "scroll bar");
  for (let at: ObjectRef | null = ref, level = 0; at !== null && level < LEVELS; level += 1) {
    const area: ObjectRef = at;
    const own = bars.filter((bar) => runs(bar) === wanted && isBelow(seen.places, bar.ref, area, LEVELS));
    // A bar that is hidden has nothing to move; those of several areas inside cannot be told apart from here.
    const shown = own.filter(({ states }) => states.has("showing"));
    const [bar] = shown.length > 0 ? shown : own;
    if (bar !== undefined) return shown.length > 1 ? null : await accessibility.facts(bar.ref, budget);
    at = seen.places.get(refKey(area))?.parent ?? null;
  }
  return null;
}

function scrollToStep({ accessibility }: Stage, ref: ObjectRef): Step {
  return { route: "atspi:scroll", send: (budget) => accessibility.scrollTo(ref, budget) };
}

/** The farthest object inside that lies at most one page beyond the edge. */
function nodeBeyond({ ref, facts, seen }: Target, direction: ScrollDirection): ObjectRef | null {
  const view = facts.extents;
  if (view === undefined) return null;
  const inside = [...seen.places.values()].filter(({ facts: each }) => {
    const distance = each.extents === undefined ? 0 : distanceBeyond(each.extents, view, direction);
    return (
      distance > 0 &&
      distance <= extent(view, direction) &&
      isBelow(seen.places, each.ref, ref, Number.POSITIVE_INFINITY)
    );
  });
  let best: { readonly distance: number; readonly ref: ObjectRef } | null = null;
  for (const { facts: each } of inside) {
    const distance = each.extents === undefined ? 0 : distanceBeyond(each.extents, view, direction);
    if (best === null || distance > best.distance) best = { distance, ref: each.ref };
  }
  return best?.ref ?? null;
}

function extent({ width, height }: Frame, direction: ScrollDirection): number {
  return direction === "up" || direction === "down" ? height : width;
}

function distanceBeyond(frame: Frame, view: Frame, direction: ScrollDirection): number {
  if (frame.width <= 0 || frame.height <= 0) return 0;
  switch (direction) {
    case "down":
      return frame.y + frame.height - (view.y + view.height);
    case "up":
      return view.y - frame.y;
    case "right":
      return frame.x + frame.width - (view.x + view.width);
    case "left":
      return view.x - frame.x;
  }
}

/** Whether an object is inside another one, at most `levels` deep. */
function isBelow(places: ReadonlyMap<string, Place>, ref: ObjectRef, above: ObjectRef, levels: number): boolean {
  const passed = new Set<string>();
  for (let at: ObjectRef | null = ref; at !== null && passed.size <= levels;) {
    const key = refKey(at);
    if (passed.has(key)) return false;
    passed.add(key);
    at = places.get(key)?.parent ?? null;
    if (at !== null && refKey(at) === refKey(above)) return passed.size <= levels;
  }
  return false;
}
