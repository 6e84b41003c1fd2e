import { appendFile, mkdir, rename, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Sent } from "@beans-picker/ranking/jev";
import { z } from "zod";

/** One request that left the machine: where to, how big, and what it held, counted by kind. Never any of it. */
export const egressLine = z.object({
  at: z.string(),
  host: z.string(),
  bytes: z.number(),
  status: z.number().nullable(),
  ms: z.number(),
  requestId: z.string().optional(),
  contents: z.record(z.string(), z.number()).optional(),
});
export type EgressLine = z.infer<typeof egressLine>;

/** The file grows to this size, then starts anew beside one older one. */
const MAX_BYTES = 1024 * 1024;

/** `$XDG_STATE_HOME/beans-picker/egress.jsonl`, else below `~/.local/state`. */
export function egressPath(env: Readonly<Record<string, string | undefined>>, home = homedir()): string {
  const base = env["XDG_STATE_HOME"];
  return join(base?.startsWith("/") === true ? base : join(home, ".local", "state"), "beans-picker", "egress.jsonl");
}

export interface EgressRecord {
  add(sent: Sent): void;
  /** Resolves when everything added so far is written. */
  close(): Promise<void>;
}

export interface EgressOptions {
  readonly path: string;
  readonly host: string;
  readonly now: () => number;
  /** Told once when nothing can be written; ranking goes on. */
  readonly onFailure: () => void;
}

/** Keeps the record in a file that only this user can read. */
export function createEgressRecord({ path, host, now, onFailure }: EgressOptions): EgressRecord {
  let writing = Promise.resolve();
  let failed = false;
  const write = async (line: EgressLine): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const size = await stat(path).then(
      (about) => about.size,
      () => 0,
    );
    if (size > MAX_BYTES) await rename(path, `${path}.1`);
    await appendFile(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  };
  return {
    add({ bytes, status, ms, requestId, contents }) {
      const line = {
        at: new Date(now()).toISOString(),
        host,
        bytes,
        status,
        ms: Math.round(ms),
        ...(requestId !== undefined && { requestId }),
        ...(contents && { contents: { ...contents } }),
      };
      writing = writing
        .then(() => write(line))
        .catch(() => {
          if (!failed) onFailure();
          failed = true;
        });
    },
    close: () => writing,
  };
}

/** The lines of a record; damaged ones are left out. */
export function parseEgress(text: string): EgressLine[] {
  return text.split("\n").flatMap((line) => {
    try {
      const parsed = egressLine.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}
