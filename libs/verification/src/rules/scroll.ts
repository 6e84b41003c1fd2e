import type { Action, ScrollDirection, SnapshotNode } from "@beans-picker/desktop";
import type { Look } from "../look.js";
import { lasting, lost, noEffect, unverified, type Evidence, type Finding } from "./rule.js";

type Scroll = Extract<Action, { kind: "scroll" }>;

/** Less is rounding. In window units. */
const MOVED = 2;

/** Which way content goes when one scrolls. */
const contentMoves: Record<ScrollDirection, { axis: "x" | "y"; sign: 1 | -1 }> = {
  down: { axis: "y", sign: -1 },
  up: { axis: "y", sign: 1 },
  right: { axis: "x", sign: -1 },
  left: { axis: "x", sign: 1 },
};

/** Done when what is inside moved as one in the right direction, relative to the target. New texts alone prove nothing. */
export function judgeScroll(evidence: Evidence<Scroll>): Finding {
  const { action, before, after, was, is, moved } = evidence;
  if (was === undefined || is === undefined) return lost(evidence);
  const shifts = shiftsInside(was, is, before, after, action.direction);
  const right = shifts.filter((shift) => shift >= MOVED).length;
  const wrong = shifts.filter((shift) => shift <= -MOVED).length;
  if (right > 0 && right > wrong && right * 2 > shifts.length) {
    return lasting("The content moved in that direction.");
  }
  if (moved || right > 0 || wrong > 0) return unverified("Something changed, but the content did not move as a whole.");
  return shifts.length === 0
    ? unverified("Where the content is cannot be read.")
    : noEffect("The content is where it was.");
}

/** How far each piece of content went in the wanted direction, for pieces that both looks have. */
function shiftsInside(
  was: SnapshotNode,
  is: SnapshotNode,
  before: Look,
  after: Look,
  direction: ScrollDirection,
): number[] {
  const { axis, sign } = contentMoves[direction];
  return before.tree.descendants(was.handle).flatMap((node) => {
    const key = node.role === "scrollbar" ? undefined : before.identity(node)?.key;
    const now = key === undefined ? undefined : after.byKey(key);
    if (node.frame === undefined || now?.frame === undefined) return [];
    const frameShift = (is.frame?.[axis] ?? 0) - (was.frame?.[axis] ?? 0);
    return [(now.frame[axis] - node.frame[axis] - frameShift) * sign];
  });
}
