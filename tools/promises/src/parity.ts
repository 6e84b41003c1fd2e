import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One numbered case of docs/parity.md. */
export interface ParityCase {
  readonly number: number;
  readonly what: string;
  readonly shown:
    | { readonly by: "test"; readonly file: string; readonly title: string }
    | { readonly by: "better" | "open"; readonly reason: string };
}

/** Reads the rows of the tables. Throws an Error that names a row in no known form. */
export function readParity(file: string): ParityCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, number, what, rest] = /^\| (\d+)\s*\| (.+?)\s*\| (.+?)\s*\|$/u.exec(line) ?? [];
      const shown = rest === undefined ? undefined : readShown(rest);
      if (number === undefined || what === undefined || shown === undefined) throw new Error(`no parity row: ${line}`);
      return { number: Number(number), what, shown };
    });
}

function readShown(text: string): ParityCase["shown"] | undefined {
  const [, file, title] = /^test: `([^`]+)` — (.+)$/u.exec(text) ?? [];
  if (file !== undefined && title !== undefined) return { by: "test", file, title };
  const [, by, reason] = /^(better|open): (.+)$/u.exec(text) ?? [];
  return (by === "better" || by === "open") && reason !== undefined ? { by, reason } : undefined;
}

/** Rows whose test is not there: the file is missing, or says the title nowhere. */
export function missingTests(cases: readonly ParityCase[], root: string): number[] {
  return cases.flatMap(({ number, shown }) => {
    if (shown.by !== "test") return [];
    const path = join(root, shown.file);
    return existsSync(path) && readFileSync(path, "utf8").includes(shown.title) ? [] : [number];
  });
}
