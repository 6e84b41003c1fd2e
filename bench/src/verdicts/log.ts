import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { mkdirSync } from "node:fs";
import { z } from "zod";
import { report, type Report } from "./outcome.js";

const header = z.object({ seed: z.int() });

/** What was found so far, line by line in a file, so that a run that is stopped can go on later. */
export interface Log {
  readonly known: readonly Report[];
  add(one: Report): void;
  close(): Promise<void>;
}

/** Opens the file; what is in it is kept only when it is to be gone on with and of the same seed. */
export function openLog(file: string, seed: number, resume: boolean): Log {
  mkdirSync(dirname(file), { recursive: true });
  const known = resume && existsSync(file) ? readLog(file, seed) : [];
  const out = createWriteStream(file, { flags: known.length > 0 ? "a" : "w" });
  if (known.length === 0) out.write(`${JSON.stringify({ seed })}\n`);
  return {
    known,
    add: (one) => void out.write(`${JSON.stringify(one)}\n`),
    close: () => new Promise((resolve) => out.end(() => resolve())),
  };
}

function readLog(file: string, seed: number): Report[] {
  const [first = "{}", ...lines] = readFileSync(file, "utf8").split("\n");
  const told = header.safeParse(parsed(first));
  if (told.data?.seed !== seed)
    throw new Error(`${file} is of another seed, ${told.data?.seed ?? "which is not told"}.`);
  return lines.flatMap((line) => {
    // The last line of a run that was cut off may be half a line.
    const { data } = report.safeParse(parsed(line));
    return data === undefined ? [] : [data];
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
