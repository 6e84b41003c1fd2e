import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createDecisionCache, decisionFile, type DecisionCache, type DecisionFile } from "@beans-picker/ranking";

/** A thousand entries are about 150 kB. */
const MAX_BYTES = 1024 * 1024;

/** `$XDG_CACHE_HOME/beans-picker/decisions.json`, else below `~/.cache`. */
export function decisionPath(env: Readonly<Record<string, string | undefined>>, home = homedir()): string {
  const base = env["XDG_CACHE_HOME"];
  return join(base?.startsWith("/") === true ? base : join(home, ".cache"), "beans-picker", "decisions.json");
}

export interface DecisionStore extends Pick<DecisionCache, "recall" | "settle"> {
  /** Writes what is new. Never throws: what cannot be kept is only not remembered. */
  save(): void;
}

/** The memory in a file of this user alone. A damaged, foreign or giant file is replaced by an empty memory. */
export function openDecisionStore(path: string, now: () => number): DecisionStore {
  const read = readDecisions(path);
  const cache = createDecisionCache(read ?? { version: 1, secret: randomBytes(32).toString("hex"), entries: {} }, now);
  let changed = false;
  return {
    recall: (request) => cache.recall(request),
    settle(outcome) {
      const changes = cache.settle(outcome);
      changed ||= changes;
      return changes;
    },
    save() {
      if (!changed) return;
      changed = false;
      const later = readDecisions(path);
      if (later) cache.merge(later);
      writeDecisions(path, cache.contents());
    },
  };
}

function readDecisions(path: string): DecisionFile | undefined {
  try {
    const about = lstatSync(path);
    const mine = process.getuid === undefined || about.uid === process.getuid();
    if (!about.isFile() || about.size > MAX_BYTES || !mine || (about.mode & 0o077) !== 0) return undefined;
    const parsed = decisionFile.safeParse(JSON.parse(readFileSync(path, "utf8")));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function writeDecisions(path: string, contents: DecisionFile): void {
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(contents), { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true });
  }
}
