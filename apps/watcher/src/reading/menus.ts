import type { AccessibleCalls } from "@beans-picker/dbus";
import { type ObjectRef, shortcutOfBinding } from "@beans-picker/desktop";
import type { MenuKey, MenuResult } from "@beans-picker/protocol";
import { menuRoles, walk } from "./walk.js";

const limits = { found: 2_000, depth: 25 } as const;
/** Order of modifiers in an answer. */
const order = ["cmd", "super", "meta", "ctrl", "option", "alt", "shift"];

/** The commands of menu bars that have keys, with their path from the bar down. */
export async function menuKeys(calls: AccessibleCalls, windows: readonly ObjectRef[]): Promise<MenuResult> {
  const commands: MenuKey[] = [];
  let complete = true;
  for (const window of windows) {
    const bars = await walk<ObjectRef>(calls, window, limits, ({ ref, role }) =>
      Promise.resolve({ keep: role === menuRoles.bar ? [ref] : [], descend: role !== menuRoles.bar }),
    );
    for (const bar of bars.found) {
      const path: string[] = [];
      const menu = await walk<MenuKey>(calls, bar, limits, async ({ ref, depth }) => {
        const name = await calls.name(ref);
        path.length = depth - 1;
        path.push(name);
        const keys = await keysOf(calls, ref);
        const named = path.filter((part) => part !== "");
        return { keep: keys === undefined || name === "" ? [] : [{ path: named, keys }], descend: true };
      });
      commands.push(...menu.found);
      complete &&= menu.complete;
    }
    complete &&= bars.complete;
  }
  return { commands: commands.slice(0, limits.found), complete: complete && commands.length <= limits.found };
}

async function keysOf(calls: AccessibleCalls, ref: ObjectRef): Promise<string | undefined> {
  const interfaces = await calls.interfaces(ref);
  if (!interfaces.has("Action")) return undefined;
  const bindings = (await calls.actions(ref)).map(({ keyBinding }) => keyBinding);
  const found = bindings.map((binding) => shortcutOfBinding(binding)).find((keys) => keys !== undefined);
  return found === undefined ? undefined : ordered(found);
}

/** `shift+ctrl+s` as `ctrl+shift+s`. */
export function ordered(keys: string): string {
  const parts = keys.split("+");
  const key = parts.pop() ?? "";
  return [...parts.sort((a, b) => order.indexOf(a) - order.indexOf(b)), key].join("+");
}
