import type { Handlers } from "@beans-picker/ipc";
import type { WatcherContract } from "@beans-picker/protocol";
import { CodedError } from "@beans-picker/shared";
import type { FrontWatch } from "../watch.js";
import type { AccessibilityBus } from "./accessibility.js";
import { rootsOf } from "./accessibility.js";
import { exactFields, namedWindows, unmistakable } from "./fields.js";
import { menuKeys } from "./menus.js";

/** Leaves time to hand over an answer before the caller's deadline. */
const reserveMs = 100;

export interface ReadingParts {
  readonly accessibility: Pick<AccessibilityBus, "read">;
  readonly watch: Pick<FrontWatch, "source">;
}

/** Exact text and menu keys, over the accessibility bus. */
export function readingHandlers({
  accessibility,
  watch,
}: ReadingParts): Pick<Handlers<WatcherContract>, "text.exact" | "menu.keys"> {
  /** The title of that window; null without a window. Fails with `window_not_found` when it is none of the process. */
  async function titleOf(pid: number, windowId: number | undefined, signal: AbortSignal): Promise<string | null> {
    if (windowId === undefined) return null;
    const identity = await (await watch.source(signal)).identify(windowId);
    if (identity === null || identity.pid !== pid) throw new CodedError("window_not_found");
    return identity.title ?? "";
  }

  return {
    async "text.exact"({ pid, windowId }, { signal, deadlineMs }) {
      const title = await titleOf(pid, windowId, signal);
      return accessibility.read(signal, deadlineMs - reserveMs, async (calls, bus) => {
        const roots = await rootsOf(pid, calls, bus);
        if (roots.length === 0) throw notThere();
        const windows = unmistakable(await namedWindows(calls, roots));
        return exactFields(
          calls,
          windows.filter((window) => title === null || window.title === title),
        );
      });
    },
    async "menu.keys"({ pid, windowId }, { signal, deadlineMs }) {
      const title = await titleOf(pid, windowId, signal);
      return accessibility.read(signal, deadlineMs - reserveMs, async (calls, bus) => {
        const roots = await rootsOf(pid, calls, bus);
        if (roots.length === 0) throw notThere();
        const windows = await namedWindows(calls, roots);
        const wanted = windows.filter((window) => title === null || window.title === title);
        return menuKeys(
          calls,
          wanted.map(({ ref }) => ref),
        );
      });
    },
  };
}

function notThere(): CodedError {
  return new CodedError(
    "window_not_found",
    "No app of that process is on the accessibility bus; nothing was read. Start the app after the bus.",
  );
}
