import type { Action } from "@beans-picker/desktop";
import { surfaceChanges } from "../surfaces.js";
import { surfaceBelongsTo } from "../ties/surface-tie.js";
import { done, nothingSeen, unverified, type Evidence, type Finding } from "./rule.js";

type ContextMenu = Extract<Action, { kind: "context_menu" }>;

/** A menu that was not there before and belongs to the control: it hangs on it, or is called by its words. */
export function judgeContextMenu(evidence: Evidence<ContextMenu>): Finding {
  const { before, after, was, is, moved } = evidence;
  const menu = surfaceChanges(before, after).find(({ what, role }) => what === "appeared" && role === "menu");
  if (menu === undefined) {
    return moved ? unverified("Something changed, but no menu can be seen.") : nothingSeen(evidence);
  }
  const hangsOn = menu.node !== undefined && is !== undefined && after.tree.ancestors(menu.node).includes(is);
  const named =
    was !== undefined && surfaceBelongsTo({ title: was.label, handle: was.handle }, menu, before, after, is);
  return hangsOn || named
    ? done("A menu opened at the control.")
    : unverified("A menu opened, and nothing shows which control it is for.");
}
