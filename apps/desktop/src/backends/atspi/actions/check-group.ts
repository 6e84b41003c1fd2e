import { nativeRole, refKey, type AccessibleFacts, type ObjectRef } from "@beans-picker/desktop";
import { refuse } from "../../../bind.js";
import type { CallBudget } from "../../../budget.js";
import type { Target } from "../bind.js";
import { windowOf } from "../observe.js";
import type { Plan, Step } from "../steps.js";
import type { Stage } from "./stage.js";
import { assertStillMeant } from "./still-meant.js";
import { WALK_MS, walkTo } from "./walk.js";

/**
 * Presses a check box of GTK 4 that stands among others. They may be radio buttons, which GTK 4.8 does not tell: of those
 * Tab reaches the chosen one only, and the arrow keys choose. So Tab goes to whichever of them it reaches, the arrow keys
 * go on to the one that is meant, and Space presses it, if getting there has not chosen it. `null` when it stands alone.
 */
export function planCheckGroup(stage: Stage, target: Target): Plan | null {
  const group = groupOf(target);
  const to = group.findIndex(({ ref }) => refKey(ref) === refKey(target.ref));
  if (group.length < 2 || to < 0) return null;
  let reached: ObjectRef | null = null;
  const walk: Step = {
    route: "x11:tab",
    prepares: true,
    patienceMs: WALK_MS,
    otherwise: refuse(
      "background_unavailable",
      "The control cannot be given the focus without bringing its app to the front; nothing was sent.",
    ),
    send: async (budget) => {
      reached = await walkTo(
        stage,
        target.seen,
        group.map(({ ref }) => ref),
        budget,
      );
      return reached !== null;
    },
  };
  const press: Step = {
    route: "x11:keys",
    send: async (budget) => reached !== null && (await pressByArrows(stage, target, group, reached, budget)),
  };
  return { ok: true, steps: [walk, press] };
}

async function pressByArrows(
  stage: Stage,
  target: Target,
  group: readonly AccessibleFacts[],
  from: ObjectRef,
  budget: CallBudget,
): Promise<boolean> {
  const { ref, seen } = target;
  const window = windowOf(seen, ref);
  const at = (each: ObjectRef): number => group.findIndex((member) => refKey(member.ref) === refKey(each));
  const before = (await stage.accessibility.facts(ref, budget)).states.has("checked");
  const step = Math.sign(at(ref) - at(from));
  for (let here = at(from); here !== at(ref); here += step) {
    const next = group[here + step];
    if (next === undefined) return false;
    await stage.desk.pressKeys(window, [[arrowBetween(group[here], next)]], budget);
    // Anything else than one to the next is not what these keys are known to do here.
    if (!(await stage.accessibility.facts(next.ref, budget)).states.has("focused")) return false;
  }
  await assertStillMeant(stage, target, { focused: true }, budget);
  const chosen = (await stage.accessibility.facts(ref, budget)).states.has("checked");
  if (chosen === before) await stage.desk.pressKeys(window, [["space"]], budget);
  return true;
}

/** The check boxes right beside it in the same container, in their order. */
function groupOf({ ref, seen }: Target): AccessibleFacts[] {
  const parent = seen.places.get(refKey(ref))?.parent ?? null;
  if (parent === null) return [];
  return [...seen.places.values()]
    .filter((place) => place.parent !== null && refKey(place.parent) === refKey(parent))
    .filter(({ facts }) => nativeRole(facts) === "check box" && (facts.actions ?? []).length === 0)
    .sort((left, right) => left.index - right.index)
    .map(({ facts }) => facts);
}

function arrowBetween(from: AccessibleFacts | undefined, to: AccessibleFacts): string {
  const dx = (to.extents?.x ?? 0) - (from?.extents?.x ?? 0);
  const dy = (to.extents?.y ?? 0) - (from?.extents?.y ?? 0);
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "right" : "left";
  return dy > 0 ? "down" : "up";
}
