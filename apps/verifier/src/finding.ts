import type { ActionKind } from "@beans-picker/desktop";
import { destructiveCategory } from "@beans-picker/candidates";
import { cut } from "@beans-picker/shared";
import { judge, type Verdict, type Watch } from "@beans-picker/verification";
import type { Sight } from "./look.js";

/** A verdict on one look, before it is known how many there were. `final`: no later look can make it better. */
export interface Finding extends Omit<Verdict, "snapshots"> {
  readonly final: boolean;
}

const longestTitle = 80;

/** Actions that people close windows with. The others leave their window open, so its end is not what they were for. */
const closers: ReadonlySet<ActionKind> = new Set<ActionKind>(["click", "key", "menu"]);

/** What one look says about the action. What could not be read is never a success. */
export function findingOf(watch: Watch, sight: Sight): Finding {
  switch (sight.kind) {
    case "seen": {
      return judge(watch, sight.snapshot);
    }
    case "closed":
      return closedFinding(watch, sight.ended);
    case "unreadable":
      return {
        effect: "unverified",
        evidence: sight.lost
          ? "The window could not be read again: the desktop process was lost after the action."
          : "The window could not be read again after the action.",
        exact: false,
        change: {},
        final: false,
      };
  }
}

function closedFinding(watch: Watch, ended: boolean): Finding {
  const facts = { exact: false, final: true, change: { disappeared: [cut(watch.before.window.title, longestTitle)] } };
  if (!closers.has(watch.action.kind)) {
    return { effect: "unverified", evidence: "The window closed before the effect could be read.", ...facts };
  }
  // A crash closes windows too; only a command whose purpose it is makes the end of the app a success.
  if (ended && !endsApp(watch)) {
    return { effect: "unverified", evidence: "The app ended, which may have been a crash.", ...facts };
  }
  return { effect: "done", evidence: ended ? "The app ended." : "The window closed.", ...facts };
}

/** Whether the control's name says that it closes or quits. */
function endsApp({ action, before }: Watch): boolean {
  if (!("handle" in action) || action.handle === undefined) return false;
  const label =
    before.nodes.find(({ handle }) => handle === action.handle)?.label ??
    before.menus.find(({ handle }) => handle === action.handle)?.path.at(-1);
  return label !== undefined && destructiveCategory(label) === "session";
}
