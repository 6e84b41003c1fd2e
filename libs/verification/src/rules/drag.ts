import type { Action, Frame, SnapshotNode } from "@beans-picker/desktop";
import type { Look } from "../look.js";
import { lasting, lost, noEffect, unverified, type Evidence, type Finding } from "./rule.js";

type Drag = Extract<Action, { kind: "drag" }>;

/** Less is rounding. In window units. */
const MOVED = 2;

/** The control is elsewhere inside its window, or holds another value. A window that moved as a whole proves nothing. */
export function judgeDrag(evidence: Evidence<Drag>): Finding {
  const { was, is, before, after, moved } = evidence;
  if (was === undefined || is === undefined) return lost(evidence);
  const [old, now] = [was.rawValue ?? was.value, is.rawValue ?? is.value];
  if (old !== undefined && now !== undefined && old !== now) return lasting("The control's value changed.");
  const [from, to] = [inWindow(was, before), inWindow(is, after)];
  if (from === undefined || to === undefined) {
    return moved ? unverified("Something changed, but where the control is cannot be read.") : unreadable();
  }
  if (Math.abs(from.x - to.x) >= MOVED || Math.abs(from.y - to.y) >= MOVED) return lasting("The control was moved.");
  return moved ? unverified("Something changed, but the control is where it was.") : noEffect("Nothing moved.");
}

function unreadable(): Finding {
  return unverified("Where the control is cannot be read.");
}

function inWindow({ frame }: SnapshotNode, { snapshot }: Look): Pick<Frame, "x" | "y"> | undefined {
  const { bounds } = snapshot.window;
  return frame === undefined || bounds === undefined ? undefined : { x: frame.x - bounds.x, y: frame.y - bounds.y };
}
