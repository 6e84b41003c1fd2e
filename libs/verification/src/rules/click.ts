import type { Action, Role, SnapshotNode } from "@beans-picker/desktop";
import { ownChange, relabelled } from "../own-change.js";
import { surfaceChange } from "../surfaces.js";
import type { Look } from "../look.js";
import { done, lost, nothingSeen, unverified, type Evidence, type Finding } from "./rule.js";

type Click = Extract<Action, { kind: "click" }>;

/** Clicking these may do nothing that shows. */
const quietRoles: ReadonlySet<Role> = new Set<Role>(["row", "cell", "listitem", "treeitem"]);
const choosers: ReadonlySet<Role> = new Set<Role>(["popup", "combobox"]);
const optionRoles: ReadonlySet<Role> = new Set<Role>(["menuitem", "listitem", "cell", "row", "text"]);

export function judgeClick(evidence: Evidence<Click>): Finding {
  const { before, after, was, is, moved } = evidence;
  if (was === undefined)
    return moved ? unverified("Something changed, but not what was clicked.") : nothingSeen(evidence);
  if (is !== undefined) {
    const own = ownChange(was, is, before, after);
    if (own !== undefined) return done(own);
  }
  if (chosen(evidence, was)) return done("The pop-up shows the option.");
  const surface = surfaceChange(before, after);
  if (surface !== undefined) return done(`A ${surface.role} ${surface.what}.`);
  if (is === undefined) {
    if (relabelled(was, before, after)) return done("The control has a new label.");
    return pageReplaced(was, before, after) ? done("The page it was on was replaced.") : lost(evidence);
  }
  if (moved) return unverified("Something changed on the window, but nothing about the control.");
  return quietRoles.has(was.role) ? unverified("Nothing changed that shows.") : nothingSeen(evidence);
}

/** An option was clicked and its pop-up, which showed something else, now shows it. */
function chosen({ before, after }: Evidence, option: SnapshotNode): boolean {
  if (!optionRoles.has(option.role) || option.label === "") return false;
  const popup = before.tree.ancestors(option).find(({ role }) => choosers.has(role));
  const key = popup === undefined ? undefined : before.identity(popup)?.key;
  const now = key === undefined ? undefined : after.byKey(key);
  return now?.value !== undefined && now.value === option.label && popup?.value !== now.value;
}

/** The web page around the control gave way to another one: its title differs and the control is gone. */
function pageReplaced(was: SnapshotNode, before: Look, after: Look): boolean {
  const page = before.tree.ancestors(was).find(({ role }) => role === "webarea");
  const key = page === undefined ? undefined : before.identity(page)?.key;
  return key !== undefined && after.byKey(key) === undefined && after.tree.nodes.some(({ role }) => role === "webarea");
}
