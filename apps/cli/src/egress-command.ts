import { readFileSync } from "node:fs";
import { egressPath, parseEgress, type EgressLine } from "@beans-picker/ranker-process";

const SHOWN = 20;

/** Shows what was sent to Jev: when, where to, how much, and what kinds of things. Returns 0. */
export function runEgress(json: boolean): number {
  const path = egressPath(process.env);
  const lines = [`${path}.1`, path].flatMap((file) => parseEgress(read(file)));
  process.stdout.write(json ? `${JSON.stringify({ path, requests: lines })}\n` : told(path, lines));
  return 0;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function told(path: string, lines: readonly EgressLine[]): string {
  if (lines.length === 0) return "Nothing was ever sent to Jev from this account.\n";
  const bytes = lines.reduce((sum, line) => sum + line.bytes, 0);
  const hosts = [...new Set(lines.map(({ host }) => host))].join(", ");
  return [
    `${lines.length} requests to ${hosts}, ${Math.ceil(bytes / 1024)} KiB in all. The last ones, with what they held, by count:`,
    ...lines.slice(-SHOWN).map(line),
    `(${path}; contents are never recorded)`,
    "",
  ].join("\n");
}

function line({ at, bytes, status, ms, contents = {} }: EgressLine): string {
  const held = Object.entries(contents)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");
  return `  ${at}  ${String(bytes).padStart(7)} bytes  ${status ?? "no answer"}  ${ms} ms  ${held}`;
}
