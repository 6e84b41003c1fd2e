import { constants } from "node:fs";
import { access, readdir, readFile, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";
import { CodedError } from "@beans-picker/shared";
import { parseDesktopEntry, type DesktopEntry } from "./desktop-entry.js";

/** What an app's name stands for. */
export type FoundApp =
  | { readonly kind: "entry"; readonly entry: DesktopEntry }
  | { readonly kind: "program"; readonly name: string; readonly file: string };

/** Larger files are no desktop files. */
const MOST_BYTES = 1_000_000;

/**
 * Finds an app by the id of its desktop file, by a name that people see, or by the name of a program, in this order. Rejects
 * with `app_not_found` when there is none, and with `bad_arguments` when several apps have the name.
 */
export async function findApp(name: string, env: NodeJS.ProcessEnv): Promise<FoundApp> {
  if (isAbsolute(name)) {
    if (await isProgram(name)) return { kind: "program", name, file: name };
    throw notFound();
  }
  const entries = await readEntries(env);
  const id = name.replace(/\.desktop$/, "");
  const byId = entries.find((entry) => entry.id === id) ?? entries.find((entry) => lower(entry.id) === lower(id));
  if (byId !== undefined) return { kind: "entry", entry: byId };
  const named = entries.filter(({ names }) => names.some((each) => lower(each) === lower(name)));
  const shown = named.filter((entry) => entry.shown);
  const [only, ...more] = shown.length > 0 ? shown : named;
  if (more.length > 0 && only !== undefined) {
    const ids = [only, ...more].map((entry) => JSON.stringify(entry.id)).join(", ");
    throw new CodedError("bad_arguments", `Several apps have that name; nothing was started. Give one of ${ids}.`, {
      delivery: "not_delivered",
    });
  }
  if (only !== undefined) return { kind: "entry", entry: only };
  const file = await programNamed(name, env);
  if (file === undefined) throw notFound();
  return { kind: "program", name, file };
}

/** The file that a program's name stands for; `undefined` when there is none. */
export async function programNamed(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (isAbsolute(name)) return (await isProgram(name)) ? name : undefined;
  if (name.includes("/")) return undefined;
  for (const directory of (env["PATH"] ?? "").split(delimiter)) {
    const file = join(directory, name);
    if (isAbsolute(directory) && (await isProgram(file))) return file;
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** The entries of all directories; the first of an id hides the others. Source: XDG Base Directory Specification 0.8. */
export async function readEntries(env: NodeJS.ProcessEnv): Promise<DesktopEntry[]> {
  const home = env["XDG_DATA_HOME"] || (env["HOME"] ? join(env["HOME"], ".local/share") : "");
  const data = [home, ...(env["XDG_DATA_DIRS"] || "/usr/local/share:/usr/share").split(":")].filter(isAbsolute);
  const entries = new Map<string, DesktopEntry | null>();
  for (const directory of data.map((each) => join(each, "applications"))) {
    const files = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const { parentPath, name } of files) {
      if (!name.endsWith(".desktop")) continue;
      const file = join(parentPath, name);
      const id = relative(directory, file).split(sep).join("-").slice(0, -".desktop".length);
      if (!entries.has(id)) entries.set(id, await readEntry(id, file));
    }
  }
  return [...entries.values()].flatMap((entry) => entry ?? []);
}

async function readEntry(id: string, file: string): Promise<DesktopEntry | null> {
  try {
    const about = await stat(file);
    if (!about.isFile() || about.size > MOST_BYTES) return null;
    return parseDesktopEntry(id, file, await readFile(file, "utf8"));
  } catch {
    return null;
  }
}

function lower(text: string): string {
  return text.trim().toLowerCase();
}

function notFound(): CodedError {
  return new CodedError("app_not_found", undefined, { delivery: "not_delivered" });
}
