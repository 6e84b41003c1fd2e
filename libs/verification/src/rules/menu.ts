import type { Action, MenuCommand } from "@beans-picker/desktop";
import type { Look } from "../look.js";
import { surfaceChange } from "../surfaces.js";
import { done, nothingSeen, unverified, type Evidence, type Finding } from "./rule.js";

type Menu = Extract<Action, { kind: "menu" }>;

export function judgeMenu(evidence: Evidence<Menu>): Finding {
  const { action, before, after, moved } = evidence;
  const command = before.snapshot.menus.find(({ handle }) => handle === action.handle);
  if (command !== undefined) {
    const now = only(after, command.path);
    if (now?.checked !== undefined && command.checked !== undefined && now.checked !== command.checked) {
      return done(now.checked ? "The command is checked now." : "The command is no longer checked.");
    }
    if (now === undefined && retitled(command, before, after)) return done("The command has a new title.");
  }
  const surface = surfaceChange(before, after);
  if (surface !== undefined) return done(`A ${surface.role} ${surface.what}.`);
  return moved
    ? unverified("Something changed on the window, but nothing shows that the command did it.")
    : nothingSeen(evidence);
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
