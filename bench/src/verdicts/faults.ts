import type { Action } from "@beans-picker/desktop";

/** What goes wrong between asking and the app; "none" for the same without anything going wrong. */
export const faultNames = [
  "none",
  "swallowed",
  "delayed",
  "neighbour",
  "undone",
  "trimmed",
  "normalised",
  "doubled",
  "ticking",
  "ticking, swallowed",
  "replaced",
  "replaced, swallowed",
  "dialog",
  "dialog, swallowed",
] as const;
export type FaultName = (typeof faultNames)[number];

/** Longest delay, time until an effect is taken back, and time between changes that nobody asked for, in milliseconds. */
export const times = { longestDelay: 3_000, undone: 300, tick: 50 } as const;

const rewordings: Partial<Record<FaultName, (text: string) => string>> = {
  trimmed: (text) => text.trim(),
  normalised: (text) => text.normalize("NFC").replace(/ {2,}/g, " "),
  doubled: (text) => text + text,
};

/** The action with what the fault makes of its text; undefined when the fault is none of text or leaves it as it is. */
export function reworded(fault: FaultName, action: Action): Action | undefined {
  const reword = rewordings[fault];
  if (reword === undefined || action.kind !== "set_value") return undefined;
  const text = reword(action.text);
  return text === action.text ? undefined : { ...action, text };
}

export function isSwallowed(fault: FaultName): boolean {
  return fault.endsWith("swallowed");
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
