import { setTimeout as delay } from "node:timers/promises";
import type { Action, Performed } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { actionAt, type Deed } from "./deed.js";
import { isSwallowed, reworded, times, type FaultName } from "./faults.js";
import type { Outcome } from "./outcome.js";
import type { Stage } from "./stage.js";
import type { Subject, SubjectWindow } from "./subject.js";

const owner = "owner-of-the-verdict-bench";
const options = { deadlineMs: 20_000 };
/** How long after everything was sent the app's record is final, in milliseconds. */
const restMs = 150;
const windowMs = 5_000;
/** How long the look that a verdict rests on may take, in milliseconds. */
const lookMs = 100;
/** How long a page takes at most to be loaded again, in milliseconds. */
const reloadMs = 700;

/** A verdict without what names its case, or why there is none. */
export type CaseResult = Omit<Outcome, "app" | "at" | "deed" | "fault"> | { readonly skipped: string };

/** Asks for one deed while something goes wrong, and puts the verdict beside what the app recorded. */
export async function runCase<State, Values>(
  stage: Stage,
  { window, windowIdOf }: Subject<State, Values>,
  deed: Deed<State, Values>,
  fault: FaultName,
  random: () => number,
): Promise<CaseResult> {
  const { desktop, verifier } = stage;
  const before = await recordOf(window, "none");
  const windowId = windowIdOf(before);
  if (windowId === null) return { skipped: "no window" };
  const { snapshotId, snapshot, action } = await lookFor(deed, { pid: window.pid, windowId }, desktop);
  // What an earlier case did late is no part of this one.
  if (!isSame(before, await window.state())) return { skipped: "not at rest" };
  if (action === undefined) return { skipped: "not on the window" };
  const { neighbour, byApp } = deed;
  const sent = whatIsSent(action, fault, () =>
    neighbour === undefined ? undefined : actionAt(snapshot, neighbour, neighbour.act ?? deed.act),
  );
  if (sent === undefined && byApp === undefined) return { skipped: "fault not applicable" };
  const { watchId } = await verifier.call("watch.begin", { owner, snapshotId, action }, options);
  const told = window.commands;
  if (fault.startsWith("ticking")) await told?.fault({ tick: times.tick });

  const pending: Promise<unknown>[] = [];
  const marks = { takenBack: false, performedMs: fault === "delayed" ? Number.POSITIVE_INFINITY : 0 };
  const later = (ms: number, work: () => Promise<unknown>): void => {
    const done = delay(ms).then(work);
    // It is waited for after the verdict; when it fails before, the case ends then, and not the whole process now.
    done.catch(() => undefined);
    pending.push(done);
  };
  const perform = async (one: Action): Promise<Performed> => {
    if (byApp === undefined) return desktop.call("action.perform", { owner, snapshotId, action: one }, options);
    await window.set(fault === "neighbour" ? byApp.neighbour : byApp.right);
    return { delivery: "delivered", route: ["by the app itself"] };
  };
  if (fault.startsWith("replaced")) later(random() * 150, async () => told?.fault({ replace: true }));
  if (fault.startsWith("dialog")) later(random() * 150, async () => told?.fault({ dialog: true }));
  if (fault === "delayed") {
    later(random() * times.longestDelay, async () => {
      await perform(action).catch(ignoreRefusal);
      marks.performedMs = performance.now();
    });
  } else if (!isSwallowed(fault)) {
    const performed = await perform(sent ?? action);
    if (performed.delivery !== "delivered") {
      await verifier.call("watch.drop", { owner, watchId }, options);
      await Promise.all(pending);
      return { skipped: `refused: ${performed.refusal?.code ?? performed.delivery}` };
    }
    const { undo } = deed;
    if (fault === "undone" && undo !== undefined) {
      later(times.undone, async () => {
        await window.set(undo(before));
        marks.takenBack = true;
      });
    }
  }
  const judgedFrom = performance.now();
  const { verdict } = await verifier.call("watch.judge", { owner, watchId }, options);
  const tookMs = Math.round(performance.now() - judgedFrom);
  const { effect, evidence } = verdict;
  // What was taken back before the verdict is nothing that a verdict can miss, nor what was done while it looked last.
  const wasSent = marks.performedMs + lookMs < judgedFrom + tookMs;
  const isOver = (marks.takenBack || !wasSent) && effect !== "done";
  const right = !isOver && deed.right(before, await recordOf(window, fault));
  await Promise.all(pending);
  if (fault.startsWith("replaced")) {
    await told?.waitFor((state) => windowIdOf(state) !== null, windowMs, "the window that took the other's place");
  }
  await delay(restMs);
  const finally_ = deed.right(before, await recordOf(window, fault));
  // What replaced the window may not hold what the old one did; whether the effect stayed is then not the question.
  const stays = deed.lasting && !fault.startsWith("replaced");
  return { kind: deed.kind, effect, evidence, tookMs, right: right && (finally_ || !stays), late: !right && finally_ };
}

/** Looks at the window, and where the deed is about a dialog that is not on it, at the app's other windows. */
async function lookFor<State, Values>(
  { opens, spot, act }: Deed<State, Values>,
  { pid, windowId }: { readonly pid: number; readonly windowId: number },
  desktop: Stage["desktop"],
) {
  const lookAt = async (id: number) => {
    const seen = await desktop.call("snapshot.take", { owner, pid, windowId: id }, options);
    return { ...seen, action: actionAt(seen.snapshot, spot, act) };
  };
  const seen = await lookAt(windowId);
  if (opens !== true || seen.action !== undefined) return seen;
  const { windows } = await desktop.call("windows.list", { pid }, options);
  for (const other of windows.filter((one) => one.windowId !== windowId)) {
    const elsewhere = await lookAt(other.windowId);
    if (elsewhere.action !== undefined) return elsewhere;
  }
  return seen;
}

/** The record with all that the app had done so far: a page's own travels to its server, so the app is asked to say so. */
async function recordOf<State, Values>(window: SubjectWindow<State, Values>, fault: FaultName): Promise<State> {
  if (window.settle === undefined) return window.state();
  // A page that is just being loaded again takes no command.
  if (fault.startsWith("replaced")) await delay(reloadMs);
  return window.settle();
}

function isSame(one: unknown, other: unknown): boolean {
  const told = (state: unknown): string =>
    JSON.stringify(state, (key, value: unknown) => (key === "events" || key === "active" ? undefined : value));
  return told(one) === told(other);
}

/** Undefined when the fault does not apply to it. */
function whatIsSent(action: Action, fault: FaultName, neighbour: () => Action | undefined): Action | undefined {
  switch (fault) {
    case "neighbour":
      return neighbour();
    case "trimmed":
    case "normalised":
    case "doubled":
      return reworded(fault, action);
    default:
      return action;
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CodedError)) throw error;
}
