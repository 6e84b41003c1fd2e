import { CodedError } from "@beans-picker/shared";
import type { Watch } from "@beans-picker/verification";

/** How many watches are kept at once; each holds a snapshot. */
export const mostWatches = 64;

/** A watch that was not judged within this time is gone, in milliseconds. */
export const watchLifeMs = 150_000;

interface Kept {
  readonly owner: string;
  readonly watch: Watch;
  readonly begunMs: number;
}

/** Watches that wait to be judged, each usable once and by its owner only. */
export interface Watches {
  /** Gives the id. When all places are taken, an owner's oldest watch gives way to his new one, never another's. */
  add(owner: string, watch: Watch): string;
  /** Takes it out. Fails with `watch_unavailable`, the same for one that never was, was used, expired or is another's. */
  take(owner: string, id: string): Watch;
}

export function createWatches(now: () => number, newId: () => string): Watches {
  /** Oldest first. */
  const kept = new Map<string, Kept>();

  function forgetExpired(): void {
    for (const [id, { begunMs }] of kept) if (now() - begunMs >= watchLifeMs) kept.delete(id);
  }

  return {
    add(owner, watch) {
      forgetExpired();
      if (kept.size >= mostWatches) {
        const own = [...kept].find(([, entry]) => entry.owner === owner);
        if (own === undefined) {
          throw new CodedError("overloaded", "Too many actions wait to be verified; nothing was sent.", {
            retry: true,
          });
        }
        kept.delete(own[0]);
      }
      const id = newId();
      kept.set(id, { owner, watch, begunMs: now() });
      return id;
    },
    take(owner, id) {
      forgetExpired();
      const entry = kept.get(id);
      if (entry?.owner !== owner) throw new CodedError("watch_unavailable");
      kept.delete(id);
      return entry.watch;
    },
  };
}
