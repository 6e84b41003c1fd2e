import { keyOf, keypadButtons } from "@beans-picker/candidates";
import type { Action, Role, SnapshotNode } from "@beans-picker/desktop";
import { changedFields } from "../change.js";
import type { Look } from "../look.js";
import { ownChange, relabelled } from "../own-change.js";
import { surfaceChanges, withArticle } from "../surfaces.js";
import { belongsTo, names, saysDone, type Commander } from "../ties/named.js";
import { textBesideChanged } from "../ties/near.js";
import { newTexts } from "../ties/new-texts.js";
import { surfaceBelongsTo } from "../ties/surface-tie.js";
import { entered } from "./key-entered.js";
import { done, lasting, lost, nothingSeen, passing, unverified, type Evidence, type Finding } from "./rule.js";

type Click = Extract<Action, { kind: "click" }>;

/** Clicking these may do nothing that shows. */
const quietRoles: ReadonlySet<Role> = new Set<Role>(["row", "cell", "listitem", "treeitem"]);
const choosers: ReadonlySet<Role> = new Set<Role>(["popup", "combobox"]);
const optionRoles: ReadonlySet<Role> = new Set<Role>(["menuitem", "listitem", "cell", "row", "text"]);

export function judgeClick(evidence: Evidence<Click>): Finding {
  const { was, is, moved } = evidence;
  if (was === undefined) {
    return moved ? unverified("Something changed, but not what was clicked.") : nothingSeen(evidence);
  }
  return (
    ownEffect(evidence, was) ??
    tiedEffect(evidence, { title: was.label, handle: was.handle }) ??
    (is !== undefined && textBesideChanged(was, evidence.before, evidence.after)
      ? passing("The text beside the control changed.")
      : undefined) ??
    nothingTied(evidence, was)
  );
}

/** What the control itself, or what it chooses for, shows. */
function ownEffect(evidence: Evidence<Click>, was: SnapshotNode): Finding | undefined {
  const { before, after, is } = evidence;
  const key = keypadButtons(before.tree).has(was.handle) ? keyOf(was)?.key : undefined;
  if (key !== undefined && entered(evidence, key)) return lasting("The display shows what the key does.", true);
  // A key that is drawn as a toggle button goes down and up again, which is no sign that it entered anything.
  if (key !== undefined && was.role === "toggle") return undefined;
  const own = is === undefined ? undefined : ownChange(was, is, before, after);
  if (own !== undefined) return lasting(own);
  if (chosen(evidence, was)) return lasting("The pop-up shows the option.");
  if (is === undefined && relabelled(was, before, after)) return lasting("The control has a new label.");
  const controlled = whatItControls(was, before, after);
  if (controlled !== undefined) return lasting(controlled);
  return entered(evidence, was.label) ? lasting("The field shows what the key enters.", true) : undefined;
}

/** What a command, by its words, brought about elsewhere on the window. Also used for menu commands. */
export function tiedEffect({ before, after, is }: Evidence, commander: Commander): Finding | undefined {
  const surface = surfaceChanges(before, after).find((one) => surfaceBelongsTo(commander, one, before, after, is));
  if (surface !== undefined)
    return done(`${withArticle(surface.role)} ${surface.what} that belongs to what was pressed.`);
  if (saysDone(commander, newTexts(before, after), before)) return done("A new text names what was pressed.");
  const [field, ...others] = changedFields(before, after).filter(({ is: now }) => names(commander, now.label, before));
  if (field !== undefined && others.length === 0) return lasting("The field that the control names changed.");
  return replacedBy(commander, before, after) ? done("The page was replaced by the one that was named.") : undefined;
}

function nothingTied(evidence: Evidence<Click>, was: SnapshotNode): Finding {
  const { before, after, is, moved } = evidence;
  const [surface] = surfaceChanges(before, after);
  if (surface !== undefined) {
    return unverified(
      surface.what === "appeared"
        ? `${withArticle(surface.role)} appeared, and nothing shows that the control opened it.`
        : `${withArticle(surface.role)} closed, and nothing shows that it was this control that closed it.`,
    );
  }
  if (is === undefined) return lost(evidence);
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

/** Something that the control controls, by its own word, came, went, or changed its state. */
function whatItControls(was: SnapshotNode, before: Look, after: Look): string | undefined {
  for (const handle of was.controls ?? []) {
    const part = before.tree.node(handle);
    const key = part === undefined ? undefined : before.identity(part)?.key;
    if (part === undefined || key === undefined) continue;
    const now = after.byKey(key);
    if (now === undefined) continue;
    if (now.states.showing !== part.states.showing) return "What the control controls came or went.";
    if (now.states.expanded !== part.states.expanded) return "What the control controls was opened or closed.";
  }
  return undefined;
}

/** The web page gave way to another one that is called by what was pressed. */
function replacedBy(commander: Commander, before: Look, after: Look): boolean {
  const was = before.tree.node(commander.handle);
  const page = was === undefined ? undefined : before.tree.ancestors(was).find(({ role }) => role === "webarea");
  const key = page === undefined ? undefined : before.identity(page)?.key;
  if (key === undefined || after.byKey(key) !== undefined) return false;
  const pages = after.tree.nodes.filter(({ role }) => role === "webarea");
  const headings = after.tree.nodes.filter(({ role, inWeb }) => inWeb && role === "heading");
  return belongsTo(
    commander,
    [...pages, ...headings].map(({ label }) => label),
    before,
  );
}
