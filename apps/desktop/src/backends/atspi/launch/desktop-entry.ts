/** What starting an app needs of its desktop file. Source: Desktop Entry Specification 1.5. */
export interface DesktopEntry {
  /** The file's name without its ending, with folders joined by `-`. */
  readonly id: string;
  /** All names that people see, of every language, the plain one first. */
  readonly names: readonly string[];
  /** Not decoded; null where the app is started in another way only. */
  readonly exec: string | null;
  /** The working directory; null when none is asked for. */
  readonly path: string | null;
  readonly icon: string | null;
  /** Class that its windows say they have. */
  readonly windowClass: string | null;
  readonly file: string;
  readonly inTerminal: boolean;
  /** Whether menus show it. */
  readonly shown: boolean;
}

/** Reads a desktop file; `null` when it is not that of an app, or says that there is none. Pure. */
export function parseDesktopEntry(id: string, file: string, text: string): DesktopEntry | null {
  const values = mainGroup(text);
  if (values.get("Type") !== "Application" || values.get("Hidden") === "true") return null;
  const names = [...values].filter(([key]) => /^Name(\[|$)/.test(key)).map(([, value]) => unescapeValue(value));
  return {
    id,
    names: [...new Set(names)],
    exec: orNull(values.get("Exec")),
    path: orNull(values.get("Path")),
    icon: orNull(values.get("Icon")),
    windowClass: orNull(values.get("StartupWMClass")),
    file,
    inTerminal: values.get("Terminal") === "true",
    shown: values.get("NoDisplay") !== "true",
  };
}

function mainGroup(text: string): Map<string, string> {
  const values = new Map<string, string>();
  let inside = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("[")) inside = line.trim() === "[Desktop Entry]";
    const found = inside ? /^([A-Za-z0-9-]+(?:\[[^\]]*\])?)\s*=\s*(.*?)\s*$/.exec(line) : null;
    const [, key, value] = found ?? [];
    if (key !== undefined && value !== undefined && !values.has(key)) values.set(key, value);
  }
  return values;
}

const escapes: Readonly<Record<string, string>> = { s: " ", n: "\n", t: "\t", r: "\r", "\\": "\\" };

/** A string value as it is meant. */
export function unescapeValue(value: string): string {
  return value.replace(/\\([sntr\\])/g, (_, letter: string) => escapes[letter] ?? "");
}

function orNull(value: string | undefined): string | null {
  return value === undefined || value === "" ? null : unescapeValue(value);
}
