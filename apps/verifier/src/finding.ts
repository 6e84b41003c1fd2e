import type { ActionKind } from "@beans-picker/desktop";
import { cut } from "@beans-picker/shared";
import { judge, type Verdict, type Watch } from "@beans-picker/verification";
import type { Sight } from "./look.js";

/** A verdict on one look, before it is known how many there were. */
export type Finding = Omit<Verdict, "snapshots">;

const longestTitle = 80;

/** Actions that people close windows with. The others leave their window open, so its end is not what they were for. */
const closers: ReadonlySet<ActionKind> = new Set<ActionKind>(["click", "key", "menu"]);

/** What one look says about the action. What could not be read is never a success. */
export function findingOf(watch: Watch, sight: Sight): Finding {
  switch (sight.kind) {
    case "seen": {
      const { effect, evidence, exact, change } = judge(watch, sight.snapshot);
      return { effect, evidence, exact, change };
    }
    case "closed":
      return closedFinding(watch);
    case "unreadable":
      return {
        effect: "unverified",
        evidence: sight.lost
          ? "The window could not be read again: the desktop process was lost after the action."
          : "The window could not be read again after the action.",
        exact: false,
        change: {},
      };
  }
}

function closedFinding({ action, before }: Watch): Finding {
  const change = { disappeared: [cut(before.window.title, longestTitle)] };
  return closers.has(action.kind)
    ? { effect: "done", evidence: "The window closed.", exact: false, change }
    : { effect: "unverified", evidence: "The window closed before the effect could be read.", exact: false, change };
}
