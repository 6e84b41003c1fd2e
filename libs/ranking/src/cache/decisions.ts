import { z } from "zod";
import type { RankOption, RankRequest } from "../ranking.js";
import { decisionKey, namesItsControl, optionState } from "./key.js";

/** What one instruction led to. `id` is null where it was forgotten, so that an older copy does not bring it back. */
const entry = z.strictObject({
  id: z.string().max(64).nullable(),
  state: z.string().max(200),
  /** Unix milliseconds. */
  at: z.number().nonnegative(),
});
type Entry = z.infer<typeof entry>;

export const decisionFile = z.strictObject({
  version: z.literal(1),
  /** Of this file; keys are made with it. */
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  entries: z.record(z.string().regex(/^[0-9a-f]{32}$/), entry),
});
export type DecisionFile = z.infer<typeof decisionFile>;

/** Most decisions that are kept; the longest unused go first. */
const MOST = 1_000;

/** How an instruction that the ranker resolved turned out. */
export interface Outcome {
  readonly app: string;
  readonly instruction: string;
  readonly withText: boolean;
  /** The option as it was when it was chosen. */
  readonly option: RankOption;
  readonly destructive: boolean;
  /** Only a verified `done` is worth remembering. */
  readonly done: boolean;
}

export interface DecisionCache {
  /** The option that the same instruction was verified on before, if it is offered now as it was then. */
  recall(request: RankRequest): RankOption | undefined;
  /** Remembers what worked, forgets what did not. True when something changed. */
  settle(outcome: Outcome): boolean;
  contents(): DecisionFile;
  /** Takes over what another process has written since. */
  merge(other: DecisionFile): void;
}

/** Keeps decisions by keyed hashes alone: neither an instruction nor an app can be read out of it. */
export function createDecisionCache(file: DecisionFile, now: () => number): DecisionCache {
  const { secret } = file;
  const entries = new Map<string, Entry>(Object.entries(file.entries));
  const keep = (key: string, value: Entry): void => {
    entries.delete(key);
    entries.set(key, value);
    for (const oldest of entries.keys()) {
      if (entries.size <= MOST) break;
      entries.delete(oldest);
    }
  };
  return {
    recall({ instruction, text, window, options, purpose = "act" }) {
      if (purpose !== "act" || !namesItsControl(instruction)) return undefined;
      const known = entries.get(decisionKey(secret, window.app, instruction, text !== undefined));
      if (known === undefined || known.id === null) return undefined;
      const option = options.find(({ id }) => id === known.id);
      return option !== undefined && optionState(option) === known.state ? option : undefined;
    },
    settle({ app, instruction, withText, option, destructive, done }) {
      const key = decisionKey(secret, app, instruction, withText);
      const known = entries.get(key);
      if (done && !destructive && namesItsControl(instruction)) {
        keep(key, { id: option.id, state: optionState(option), at: now() });
        return true;
      }
      // Another control's failure says nothing about the one that is remembered.
      if (known?.id !== option.id) return false;
      keep(key, { id: null, state: "", at: now() });
      return true;
    },
    contents: () => ({ version: 1, secret, entries: Object.fromEntries(entries) }),
    merge(other) {
      if (other.secret !== secret) return;
      for (const [key, theirs] of Object.entries(other.entries)) {
        const ours = entries.get(key);
        if (ours === undefined || ours.at < theirs.at) keep(key, theirs);
      }
    },
  };
}
