import type { Role, SnapshotNode } from "@beans-picker/desktop";
import type { Look } from "./look.js";

/** Things that come up over a window and go away again. */
const surfaceRoles: ReadonlySet<Role> = new Set<Role>(["window", "dialog", "sheet", "alert", "popover", "menu"]);

export interface SurfaceChange {
  readonly what: "appeared" | "closed";
  readonly role: Role;
  /** What it is called; "" when it has no name. */
  readonly title: string;
  /** Its node, afterwards for one that appeared and before for one that closed; a window of its own has none. */
  readonly node?: SnapshotNode;
}

/**
 * All windows, dialogs, popovers and menus that came or went, judged by how many of each there are and by whether a modal is
 * open. One that only changed its title does not count: titles count progress and unread messages.
 */
export function surfaceChanges(before: Look, after: Look): SurfaceChange[] {
  const [old, now] = [before.snapshot, after.snapshot];
  const found: SurfaceChange[] = [];
  if (now.modal !== null && now.modal.role !== old.modal?.role) {
    found.push({ what: "appeared", role: now.modal.role, title: now.modal.label, ...nodeOf(after, now.modal.handle) });
  } else if (old.modal !== null && now.modal === null) {
    found.push({ what: "closed", role: old.modal.role, title: old.modal.label, ...nodeOf(before, old.modal.handle) });
  }
  const windows = now.window.otherWindows.length - old.window.otherWindows.length;
  for (const title of windows > 0 ? onlyIn(now.window.otherWindows, old.window.otherWindows) : []) {
    found.push({ what: "appeared", role: "window", title: named(title) });
  }
  for (const title of windows < 0 ? onlyIn(old.window.otherWindows, now.window.otherWindows) : []) {
    found.push({ what: "closed", role: "window", title: named(title) });
  }
  const [was, is] = [surfacesOf(before), surfacesOf(after)];
  for (const role of surfaceRoles) {
    const [olds, nows] = [was.filter((node) => node.role === role), is.filter((node) => node.role === role)];
    if (nows.length > olds.length) found.push(...news("appeared", nows, olds, found));
    else if (nows.length < olds.length) found.push(...news("closed", olds, nows, found));
  }
  return found;
}

/** What windows without a title are listed as is no name of theirs. */
function named(title: string): string {
  return title === "(untitled window)" ? "" : title;
}

function news(
  what: SurfaceChange["what"],
  more: readonly SnapshotNode[],
  fewer: readonly SnapshotNode[],
  known: readonly SurfaceChange[],
): SurfaceChange[] {
  const left = fewer.map(({ label }) => label);
  return more
    .filter(({ label }) => {
      const at = left.indexOf(label);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    })
    .filter((node) => !known.some((change) => change.node === node))
    .map((node) => ({ what, role: node.role, title: node.label, node }));
}

function onlyIn(titles: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return titles.filter((title) => {
    const at = left.indexOf(title);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function nodeOf({ tree }: Look, handle: number): { node?: SnapshotNode } {
  const node = tree.node(handle);
  return node === undefined ? {} : { node };
}

function surfacesOf({ tree }: Look): SnapshotNode[] {
  return tree.nodes.filter(
    // The window itself is where we look, and closed menus may stay in the tree.
    (node) => node.parent !== null && surfaceRoles.has(node.role) && node.states.showing !== false,
  );
}

/** For sentences. */
export function withArticle(role: Role): string {
  return role === "alert" ? "An alert" : `A ${role}`;
}
