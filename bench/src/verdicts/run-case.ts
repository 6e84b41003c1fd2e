import { setTimeout as delay } from "node:timers/promises";
import type { Action } from "@beans-picker/desktop";
import type { CommandedWindow } from "@beans-picker/fixture";
import { CodedError } from "@beans-picker/shared";
import { actionAt, type Deed } from "./deed.js";
import { isSwallowed, reworded, times, type FaultName } from "./faults.js";
import { actionKinds } from "./kinds.js";
import type { Report } from "./outcome.js";
import type { Stage } from "./stage.js";

/** An app that records its own state and can be told what to do. */
export interface Subject<State, Values> {
  readonly name: string;
  readonly window: CommandedWindow<State, Values>;
  readonly windowIdOf: (state: State) => number | null;
  /** How long the app's record may lag behind what it shows, in milliseconds. */
  readonly lagMs: number;
}

const owner = "owner-of-the-verdict-bench";
const options = { deadlineMs: 20_000 };
/** How long after everything was sent the app's record is final, in milliseconds. */
const restMs = 150;
const windowMs = 5_000;
const pollMs = 50;

/** Asks for one deed while something goes wrong, and puts the verdict beside what the app recorded. */
export async function runCase<State, Values>(
  stage: Stage,
  { name, window, windowIdOf, lagMs }: Subject<State, Values>,
  deed: Deed<State, Values>,
  fault: FaultName,
  random: () => number,
): Promise<Report> {
  const { desktop, verifier } = stage;
  const skip = (skipped: string): Report => ({ app: name, deed: deed.title, fault, skipped });
  const before = await window.state();
  const windowId = windowIdOf(before);
  const kind = actionKinds.find((one) => one === deed.kind);
  if (windowId === null || kind === undefined) return skip("no window");
  const { snapshotId, snapshot } = await desktop.call("snapshot.take", { owner, pid: window.pid, windowId }, options);
  const action = actionAt(snapshot, deed.spot, deed.act);
  if (action === undefined) return skip("not on the window");
  const sent = whatIsSent(action, fault, () =>
    deed.neighbour === undefined ? undefined : actionAt(snapshot, deed.neighbour, deed.neighbour.act ?? deed.act),
  );
  if (sent === "not applicable") return skip("fault not applicable");
  const { watchId } = await verifier.call("watch.begin", { owner, snapshotId, action }, options);
  if (fault.startsWith("ticking")) await window.fault({ tick: times.tick });

  const pending: Promise<unknown>[] = [];
  const marks = { takenBack: false, performed: fault !== "delayed" };
  const later = (ms: number, work: () => Promise<unknown>): void => {
    pending.push(delay(ms).then(work));
  };
  const perform = (one: Action) => desktop.call("action.perform", { owner, snapshotId, action: one }, options);
  if (fault.startsWith("replaced")) later(random() * 150, () => window.fault({ replace: true }));
  if (fault.startsWith("dialog")) later(random() * 150, () => window.fault({ dialog: true }));
  if (fault === "delayed") {
    later(random() * times.longestDelay, () => {
      marks.performed = true;
      return perform(action).catch(ignoreRefusal);
    });
  } else if (sent !== "nothing") {
    const performed = await perform(sent);
    if (performed.delivery !== "delivered") {
      await verifier.call("watch.drop", { owner, watchId }, options);
      await Promise.all(pending);
      return skip(`refused: ${performed.refusal?.code ?? performed.delivery}`);
    }
    if (fault === "undone") {
      later(times.undone, async () => {
        await window.set(deed.undo(before));
        marks.takenBack = true;
      });
    }
  }
  const judgedFrom = performance.now();
  const { verdict } = await verifier.call("watch.judge", { owner, watchId }, options);
  const tookMs = Math.round(performance.now() - judgedFrom);
  const { effect, evidence } = verdict;
  const wasPerformed = marks.performed;
  const isRight = async (): Promise<boolean> => deed.right(before, await window.state());
  // What happened and was taken back before the verdict is nothing that a verdict can miss.
  const wasTakenBack = marks.takenBack && effect !== "done";
  let right = !wasTakenBack && (await isRight());
  // A record that is on its way when the verdict is given belongs to it, unless nothing had been sent by then.
  for (let waited = 0; !right && effect === "done" && wasPerformed && waited < lagMs; waited += pollMs) {
    await delay(pollMs);
    right = await isRight();
  }
  await Promise.all(pending);
  await delay(restMs);
  const finally_ = await isRight();
  // What replaced the window may not hold what the old one did; whether the effect stayed is then not the question.
  const stays = deed.lasting && !fault.startsWith("replaced");
  if (fault.startsWith("replaced")) {
    await window.waitFor((state) => windowIdOf(state) !== null, windowMs, "the window that took the other's place");
  }
  return {
    ...{ app: name, deed: deed.title, kind, fault, effect, evidence, tookMs },
    right: right && (finally_ || !stays),
    late: !right && finally_,
  };
}

function whatIsSent(
  action: Action,
  fault: FaultName,
  neighbour: () => Action | undefined,
): Action | "nothing" | "not applicable" {
  if (isSwallowed(fault)) return "nothing";
  switch (fault) {
    case "neighbour":
      return neighbour() ?? "not applicable";
    case "trimmed":
    case "normalised":
    case "doubled":
      return reworded(fault, action) ?? "not applicable";
    default:
      return action;
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CodedError)) throw error;
}
