import { basename } from "node:path";
import type { WindowEntry } from "@beans-picker/desktop";
import { commandLine } from "./launch/command-line.js";
import type { DesktopEntry } from "./launch/desktop-entry.js";
import { readEntries } from "./launch/find-app.js";

/**
 * The windows of an app: by the name they are listed with, in any case, else by the names of its desktop file, so that "Clocks" is
 * `org.gnome.clocks`. None when windows of several apps answer to it: which one is meant is not guessed.
 */
export async function windowsOfApp(
  windows: readonly WindowEntry[],
  app: string,
  env: NodeJS.ProcessEnv,
): Promise<WindowEntry[]> {
  const listed = windows.filter((window) => lower(window.app) === lower(app));
  if (listed.length > 0) return listed;
  const names = otherNames(await readEntries(env), app);
  const others = windows.filter((window) => names.has(lower(window.app)));
  return new Set(others.map((window) => lower(window.app))).size > 1 ? [] : others;
}

/** All names in lower case of the apps that go by `app`. Pure. */
export function otherNames(entries: readonly DesktopEntry[], app: string): ReadonlySet<string> {
  const known = entries.map(namesOf).filter((names) => names.includes(lower(app)));
  return new Set(known.flat());
}

function namesOf(entry: DesktopEntry): string[] {
  const { id, names, windowClass } = entry;
  const line = commandLine(entry, []);
  const [program] = line.ok ? line.words : [];
  return [id, lastPart(id), ...names, windowClass, program === undefined ? null : basename(program)].flatMap((name) =>
    name === null || name === "" ? [] : [lower(name)],
  );
}

/** What follows the last dot of an id such as `org.gnome.clocks`. */
function lastPart(id: string): string {
  return id.slice(id.lastIndexOf(".") + 1);
}

function lower(text: string): string {
  return text.trim().toLowerCase();
}
