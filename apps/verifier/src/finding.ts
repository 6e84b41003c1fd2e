import type { ActionKind } from "@beans-picker/desktop";
import { destructiveCategory } from "@beans-picker/candidates";
import { cut } from "@beans-picker/shared";
import { judge, type Verdict, type Watch } from "@beans-picker/verification";
import type { Sight } from "./look.js";

/** A verdict on one look, before it is known how many there were. */
export interface Finding extends Omit<Verdict, "snapshots"> {
  /** No later look can make the verdict better. */
  readonly final: boolean;
  /** How long the effect has to be seen before it is believed, in milliseconds. */
  readonly stayMs: number;
}

const longestTitle = 80;

/** Actions that people close windows with. The others leave their window open, so its end is not what they were for. */
const closers: ReadonlySet<ActionKind> = new Set<ActionKind>(["click", "key", "menu"]);

/** What one look says about the action. What could not be read is never a success. */
export function findingOf(watch: Watch, sight: Sight): Finding {
  switch (sight.kind) {
    case "seen":
      return judge(watch, sight.snapshot);
    case "closed":
      return closedFinding(watch, sight);
    case "unreadable":
      return {
        effect: "unverified",
        evidence: sight.lost
          ? "The window could not be read again: the desktop process was lost after the action."
          : "The window could not be read again after the action.",
        exact: false,
        change: {},
        final: false,
        stayMs: 0,
      };
  }
}

function closedFinding(watch: Watch, { ended, replaced }: Extract<Sight, { kind: "closed" }>): Finding {
  const facts = {
    exact: false,
    final: true,
    stayMs: 0,
    change: { disappeared: [cut(watch.before.window.title, longestTitle)] },
  };
  const unverified = (evidence: string): Finding => ({ effect: "unverified", evidence, ...facts });
  if (!closers.has(watch.action.kind)) return unverified("The window closed before the effect could be read.");
  if (replaced) return unverified("Another window of the app took the place of the window.");
  if (closesWindows(watch)) {
    return { effect: "done", evidence: ended ? "The app ended." : "The window closed.", ...facts };
  }
  // A crash closes windows too; only a command whose purpose it is makes the end of the app a success.
  return unverified(
    ended
      ? "The app ended, which may have been a crash."
      : "The window closed, and nothing shows that this is what the control is for.",
  );
}

const closingKeys: ReadonlySet<string> = new Set(["cmd+w", "cmd+q", "ctrl+w", "ctrl+q", "alt+f4", "option+f4"]);

/** Whether the control's name, or the key, says that it closes or quits. */
function closesWindows({ action, before }: Watch): boolean {
  if (action.kind === "key") return closingKeys.has(action.key.toLowerCase());
  if (!("handle" in action)) return false;
  const label =
    before.nodes.find(({ handle }) => handle === action.handle)?.label ??
    before.menus.find(({ handle }) => handle === action.handle)?.path.at(-1);
  return label !== undefined && destructiveCategory(label) === "session";
}
