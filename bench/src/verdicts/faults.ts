import type { Action } from "@beans-picker/desktop";
import type { Deed } from "./deed.js";

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

/** What an app has to do by itself, for which it needs to take commands. */
const byTheApp: ReadonlySet<FaultName> = new Set(faultNames.slice(faultNames.indexOf("ticking")));
export type AppFaults = "all" | "ticking" | "none";

const rewordings: Partial<Record<FaultName, (text: string) => string>> = {
  trimmed: (text) => text.trim(),
  normalised: (text) => text.normalize("NFC").replace(/ {2,}/g, " "),
  doubled: (text) => text + text,
};

/** The action with what the fault makes of its text; undefined when the fault is none of text or leaves it as it is. */
export function reworded(fault: FaultName, action: Action): Action | undefined {
  if (action.kind === "keypad" && fault === "doubled") return { ...action, keys: [...action.keys, ...action.keys] };
  const reword = rewordings[fault];
  if (reword === undefined) return undefined;
  switch (action.kind) {
    case "set_value":
    case "type_into":
    case "append": {
      const text = reword(action.text);
      return text === action.text ? undefined : { ...action, text };
    }
    default:
      return undefined;
  }
}

/** The faults that make a difference to a deed in an app that can be told to do these by itself. */
export function faultsFor<State, Values>(
  { act, neighbour, undo, byApp }: Deed<State, Values>,
  appFaults: AppFaults,
): readonly FaultName[] {
  return faultNames.filter((fault) => {
    if (byTheApp.has(fault)) return appFaults === "all" || (appFaults === "ticking" && fault.startsWith("ticking"));
    if (fault === "neighbour") return neighbour !== undefined || byApp !== undefined;
    if (fault === "undone") return undo !== undefined;
    const reword = rewordings[fault];
    if (reword === undefined) return true;
    switch (act.kind) {
      case "keypad":
        return fault === "doubled";
      case "set_value":
      case "type_into":
      case "append":
        return reword(act.text) !== act.text;
      default:
        return false;
    }
  });
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
