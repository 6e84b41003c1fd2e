import type { ProcessFacts } from "@beans-picker/desktop";

/** Adopts what has lost its parent. */
const init = 1;
const deepest = 64;

/**
 * Whether a process was started by that app at `since` or later: it descends from the app; or its parent has ended, as one
 * does that only starts something, and it is still of the app's session. What a person starts from a terminal or a panel has
 * a living parent or another session.
 */
export function isStartedBy(
  pid: number,
  app: ProcessFacts,
  since: number,
  read: (pid: number) => ProcessFacts | null,
): boolean {
  const found = read(pid);
  if (found === null || pid === app.pid || found.beganAt < since) return false;
  /** The first of those that were started since then. */
  let first = found;
  let at = found;
  for (let level = 0; level < deepest && at.parent !== init; level += 1) {
    if (at.parent === app.pid) return true;
    const parent = read(at.parent);
    if (parent === null) break;
    if (at === first && parent.beganAt >= since) first = parent;
    at = parent;
  }
  if (first.session !== app.session) return false;
  return first.parent === init || read(first.parent)?.session !== first.session;
}
