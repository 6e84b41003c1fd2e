import type { Front, FrontCause } from "@beans-picker/protocol";

/** A press or release on a device of the person's seat. Times are monotonic milliseconds and the server's. */
export interface PersonInput {
  readonly kind: "key" | "button";
  readonly down: boolean;
  readonly chord: boolean;
  readonly atMs: number;
  readonly serverMs: number;
  /** For a button that went down: what was under the pointer. */
  readonly on: "nothing" | "panel" | { readonly pid: number | null; readonly windowId: number } | null;
}

/** What is known about a change besides that it happened. */
export interface Evidence {
  /** Whether the window that was in front before is still there and shown; null when none was. */
  readonly previousShown: boolean | null;
  /** How long ago the window that is in front now was first seen, in milliseconds; null when it was there from the start. */
  readonly ageMs: number | null;
  /** Input of persons of the last seconds, oldest first; null when it cannot be seen. */
  readonly inputs: readonly PersonInput[] | null;
  /** Times (the server's) of the input that the window in front says it answers to. */
  readonly userTimes: readonly number[];
  /** What this watcher itself asked to be put in front, and until when that accounts for a change. */
  readonly restoring: {
    readonly pid: number | null;
    readonly windowId: number | null;
    readonly untilMs: number;
  } | null;
}

/** How long before a change an input can have been that made it, in milliseconds. */
export const inputMs = 1_000;
/** A window that was first seen this long ago or less is a new one, in milliseconds. */
export const newWindowMs = 1_000;
/** How long a window may take to come to the front in answer to an input that it names, in milliseconds. */
export const answerMs = 10_000;

/** How a change came about. What counts, and in which order, is told in docs/watcher.md. */
export function causeOf(change: { front: Front; monotonicMs: number }, evidence: Evidence): FrontCause {
  const { front, monotonicMs } = change;
  const { restoring, previousShown, inputs, ageMs } = evidence;
  if (restoring !== null && monotonicMs <= restoring.untilMs && matches(front, restoring)) return "restore";
  if (previousShown === false) return "closed";
  if (inputs === null) return "unknown";
  if (isByPerson(front, monotonicMs, inputs, evidence.userTimes)) return "person";
  return ageMs !== null && ageMs <= newWindowMs ? "opened" : "app";
}

function matches(front: Front, wanted: { pid: number | null; windowId: number | null }): boolean {
  if (front.windowId !== null && front.windowId === wanted.windowId) return true;
  return front.pid !== null && front.pid === wanted.pid;
}

function isByPerson(front: Front, atMs: number, inputs: readonly PersonInput[], userTimes: readonly number[]): boolean {
  // Half a millisecond of grace: two clocks are compared.
  const earlier = inputs.filter((input) => input.atMs <= atMs + 0.5);
  const recent = earlier.filter((input) => atMs - input.atMs <= inputMs);
  if (recent.some((input) => input.chord)) return true;
  if (recent.some((input) => pressedOn(input, front))) return true;
  const lastPress = earlier.filter((input) => input.down && atMs - input.atMs <= answerMs).at(-1);
  if (lastPress === undefined) return false;
  // The release of that very press counts too; an older input is one that the person has gone on from.
  const from = earlier.indexOf(lastPress);
  return earlier.slice(from).some(({ serverMs }) => userTimes.includes(serverMs));
}

function pressedOn({ kind, down, on }: PersonInput, front: Front): boolean {
  if (kind !== "button" || !down || on === null) return false;
  if (on === "nothing" || on === "panel") return true;
  return on.windowId === front.windowId || (on.pid !== null && on.pid === front.pid);
}
