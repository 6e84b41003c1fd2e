import { lstatSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";

/** Settings that files may give: those of the ranker, and none that reaches another process. */
const names = [
  "JEV_API_KEY",
  "TYPESAFE_API_KEY",
  "TYPESAFE_BASE_URL",
  "BEANS_PICKER_MODEL",
  "JEV_CONNECT_TIMEOUT",
  "JEV_READ_TIMEOUT",
  "BEANS_PICKER_RANKER",
  "BEANS_PICKER_WITHHOLD_VALUES",
  "BEANS_PICKER_LOOPBACK_HTTP",
  "BEANS_PICKER_CACHE",
  "BEANS_PICKER_EMBEDDER_MODEL",
  "BEANS_PICKER_EMBEDDER_VOCABULARY",
  "BEANS_PICKER_EMBEDDER_RUNTIME",
  "BEANS_PICKER_EMBEDDER_WEIGHTS",
  "BEANS_PICKER_EMBEDDER_BUDGET_MS",
] as const;
const known: ReadonlySet<string> = new Set(names);

const MAX_BYTES = 64 * 1024;

export type Settings = Readonly<Record<string, string | undefined>>;

export interface SettingsSource {
  readonly env: Settings;
  /** The folder of this package's entry, from which a checkout is looked for. */
  readonly from: string;
  readonly home?: string;
  /** Told of a file that was left out, with the reason. */
  readonly onIgnored?: (file: string, why: string) => void;
}

/**
 * The environment, then `.env.local` and `.env` of the checkout when this runs from one, then the same two in
 * `$XDG_CONFIG_HOME/beans-picker` or `~/.config/beans-picker`. The first definition wins. Never throws.
 */
export function readSettings({ env, from, home = homedir(), onIgnored }: SettingsSource): Settings {
  const config = configFolder(env, home);
  const checkout = checkoutOf(from);
  const files = [...(checkout === undefined ? [] : [checkout]), config].flatMap((folder) => [
    join(folder, ".env.local"),
    join(folder, ".env"),
  ]);
  const found = new Map<string, string>();
  for (const file of files) {
    for (const [name, value] of parseEnvFile(readPrivate(file, onIgnored))) {
      if (known.has(name) && !found.has(name)) found.set(name, value);
    }
  }
  const set = Object.entries(env).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(found), ...Object.fromEntries(set) };
}

/** A person's own folder for this product: `$XDG_CONFIG_HOME/beans-picker`, else `~/.config/beans-picker`. */
export function configFolder(env: Settings, home = homedir()): string {
  return join(absolute(env["XDG_CONFIG_HOME"]) ?? join(home, ".config"), "beans-picker");
}

const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/;

/** Lines `[export ]NAME = value`; matching outer quotes are removed; no comments or escapes inside values. First wins. */
export function parseEnvFile(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.replace(/^\u{feff}/u, "").split(/\r?\n/)) {
    const [, name, value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined || found.has(name)) continue;
    const quote = value.at(0);
    const quoted = value.length >= 2 && (quote === '"' || quote === "'") && value.at(-1) === quote;
    found.set(name, quoted ? value.slice(1, -1) : value);
  }
  return found;
}

function absolute(path: string | undefined): string | undefined {
  return path?.startsWith("/") === true ? path : undefined;
}

/** A file with keys in it that others can write is not ours to trust. */
function readPrivate(file: string, onIgnored: SettingsSource["onIgnored"]): string {
  try {
    const about = lstatSync(file);
    const mine = process.getuid === undefined || about.uid === process.getuid() || about.uid === 0;
    const why = !about.isFile()
      ? "it is not a plain file"
      : about.size > MAX_BYTES
        ? "it is too big"
        : !mine || (about.mode & 0o022) !== 0
          ? "others can write it"
          : undefined;
    if (why === undefined) return readFileSync(file, "utf8");
    onIgnored?.(file, why);
    return "";
  } catch {
    return "";
  }
}

const rootPackage = z.object({ name: z.literal("@beans-picker/root") });

/** The root of the checkout that this package lives in; undefined when it is installed somewhere else. */
function checkoutOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    try {
      const text = readFileSync(join(folder, "package.json"), "utf8");
      if (rootPackage.safeParse(JSON.parse(text)).success) return folder;
    } catch {
      // Not here.
    }
    if (dirname(folder) === folder) return undefined;
  }
}
