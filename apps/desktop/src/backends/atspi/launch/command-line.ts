import type { DesktopEntry } from "./desktop-entry.js";

/** A program and its arguments, or why a desktop file's command cannot be carried out. */
export type CommandLine =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly why: "no_command" | "no_urls" };

/**
 * The words of a desktop file's command with its field codes filled in; nothing in it is ever given to a shell. `no_urls` when
 * there are URLs or folders to open and the command has no place for them. Source: Desktop Entry Specification 1.5, Exec. Pure.
 */
export function commandLine(entry: DesktopEntry, opened: readonly string[]): CommandLine {
  const words = entry.exec === null ? null : splitCommand(entry.exec);
  if (words === null || words.length === 0) return { ok: false, why: "no_command" };
  const placed = words.some(({ text, quoted }) => !quoted && /%[uUfF]/.test(text.replaceAll("%%", "")));
  const filled = words.flatMap(({ text, quoted }): string[] => {
    if (quoted) return [text];
    switch (text) {
      case "%U":
      case "%F":
        return [...opened];
      case "%i":
        return entry.icon === null ? [] : ["--icon", entry.icon];
      default:
        return withinWord(text);
    }
  });
  const [program] = filled;
  if (program === undefined || program === "") return { ok: false, why: "no_command" };
  return opened.length > 0 && !placed ? { ok: false, why: "no_urls" } : { ok: true, words: filled };

  /** A word that is one code and has nothing to stand for is left out. */
  function withinWord(text: string): string[] {
    const word = text.replace(/%(.)/g, (_, code: string) => valueOf(code));
    return word === "" && text !== "" ? [] : [word];
  }

  function valueOf(code: string): string {
    switch (code) {
      case "%":
        return "%";
      case "u":
      case "f":
        return opened[0] ?? "";
      case "c":
        return entry.names[0] ?? "";
      case "k":
        return entry.file;
      default:
        // Codes that were given up, such as %d and %m, stand for nothing.
        return "";
    }
  }
}

interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

/** `null` when a quote is left open. */
function splitCommand(exec: string): Word[] | null {
  const words: Word[] = [];
  for (let rest = exec.trimStart(); rest !== ""; rest = rest.trimStart()) {
    const found = rest.startsWith('"') ? /^"((?:[^"\\]|\\.)*)"/su.exec(rest) : /^[^\s"]+/u.exec(rest);
    if (found === null) return null;
    const [whole, inner] = found;
    words.push(
      inner === undefined
        ? { text: whole, quoted: false }
        : { text: inner.replace(/\\(["`$\\])/g, "$1"), quoted: true },
    );
    rest = rest.slice(whole.length);
  }
  return words;
}
