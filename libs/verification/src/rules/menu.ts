import type { Action, MenuCommand } from "@beans-picker/desktop";
import type { Look } from "../look.js";
import { surfaceChanges, withArticle } from "../surfaces.js";
import { tiedEffect } from "./click.js";
import { lasting, unverified, type Evidence, type Finding } from "./rule.js";

type Menu = Extract<Action, { kind: "menu" }>;

export function judgeMenu(evidence: Evidence<Menu>): Finding {
  const { action, before, after, moved } = evidence;
  const command = before.snapshot.menus.find(({ handle }) => handle === action.handle);
  if (command === undefined) return unverified("The command cannot be found again.");
  const now = only(after, command.path);
  const marked = now?.checked !== undefined && command.checked !== undefined;
  if (marked && now.checked !== command.checked) {
    return lasting(now.checked === true ? "The command is checked now." : "The command is no longer checked.");
  }
  if (now === undefined && retitled(command, before, after)) return lasting("The command has a new title.");
  const tied = tiedEffect(evidence, { title: command.path.at(-1) ?? "", handle: command.handle });
  if (tied !== undefined) return tied;
  const [surface] = surfaceChanges(before, after);
  if (surface !== undefined) {
    return unverified(`${withArticle(surface.role)} ${surface.what}, and nothing shows that the command did it.`);
  }
  if (moved) return unverified("Something changed on the window, but nothing shows that the command did it.");
  // Most commands leave no trace in what can be read: that there is none says nothing, except of a mark.
  return marked
    ? { effect: "no_effect", evidence: "The command's mark is as it was before." }
    : unverified("Nothing changed that can be read, as with many commands.");
}

/** The command with that path, unless several have it. */
function only(look: Look, path: readonly string[]): MenuCommand | undefined {
  const found = look.snapshot.menus.filter((command) => samePath(command.path, path));
  return found.length === 1 ? found[0] : undefined;
}

/** Same menu, same number of commands, all others the same, and this one new at its place. */
function retitled(command: MenuCommand, before: Look, after: Look): boolean {
  const [old, now] = [siblings(before, command), siblings(after, command)];
  const place = old.indexOf(command);
  return (
    old.length === now.length &&
    now.every((sibling, index) => {
      const other = old[index];
      return other !== undefined && samePath(sibling.path, other.path) === (index !== place);
    })
  );
}

function siblings(look: Look, { path }: MenuCommand): MenuCommand[] {
  return look.snapshot.menus.filter(
    (command) => command.path.length === path.length && samePath(command.path.slice(0, -1), path.slice(0, -1)),
  );
}

function samePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((level, index) => level === other[index]);
}
