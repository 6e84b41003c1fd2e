import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { appName, failure, pid, windowListEntry } from "../fields.js";
import { deadlines } from "../limits.js";
import { presentWindowEntry } from "../present/window.js";

export const windowsTool = defineTool({
  name: "windows",
  title: "List windows",
  description:
    "List windows with ids, pids, app names, bounds and z-order (higher is nearer the front). Titles only with an app or pid filter.",
  effects: "reads",
  input: z.strictObject({
    app: appName.optional().describe("App name, any case"),
    pid: pid.optional(),
    onScreenOnly: z.boolean().optional(),
  }),
  output: z.object({ status: z.enum(["done", "failed"]), ...failure, windows: z.array(windowListEntry).optional() }),
  async run({ app, pid, onScreenOnly }, { desktop, signal }) {
    const { windows } = await desktop.call(
      "windows.list",
      {
        ...(pid !== undefined && { pid }),
        ...(app !== undefined && { app }),
        ...(onScreenOnly !== undefined && { onScreenOnly }),
      },
      { deadlineMs: deadlines.list, signal },
    );
    const listed = windows.filter(
      (window) =>
        (pid === undefined || window.pid === pid) &&
        (onScreenOnly !== true || (window.onCurrentSpace ?? window.onScreen)),
    );
    const withTitles = app !== undefined || pid !== undefined;
    return { status: "done" as const, windows: listed.map((window) => presentWindowEntry(window, withTitles)) };
  },
});
