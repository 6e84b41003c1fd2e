import { checkAppName, checkBundleId, checkUrl, CodedError } from "@beans-picker/shared";
import { z } from "zod";
import type { ToolContext } from "../context.js";
import { defineTool } from "../define-tool.js";
import { failure, foregroundFacts, windowListEntry } from "../fields.js";
import { deadlines } from "../limits.js";
import { launching } from "../launching.js";
import { presentWindowEntry } from "../present/window.js";

export const launchAppTool = defineTool({
  name: "launch_app",
  title: "Launch an app",
  description: "Start an app in the background. `urls` are http(s) URLs or plain folders.",
  effects: "opens",
  input: z.strictObject({
    name: z.string().min(1).max(255).optional(),
    bundleId: z.string().min(1).max(255).optional().describe("Wins over name; macOS"),
    urls: z.array(z.string()).max(16).optional(),
    newInstance: z.boolean().optional(),
  }),
  output: z.object({
    status: z.enum(["done", "unverified", "failed"]),
    ...failure,
    pid: z.int().nullable().optional(),
    windows: z.array(windowListEntry).optional(),
    ...foregroundFacts,
  }),
  async run({ name, bundleId, urls, newInstance }, context) {
    const identity = checkIdentity(name, bundleId);
    const opened = urls && (await Promise.all(urls.map((url) => checkOpened(url, context))));
    const { pid, windows } = await context.traffic.acting(context.signal, () =>
      launching(context, "launch_app", () =>
        context.desktop.call(
          "app.launch",
          { ...identity, ...(opened && { urls: opened }), ...(newInstance !== undefined && { newInstance }) },
          { deadlineMs: deadlines.launch, signal: context.signal },
        ),
      ),
    );
    const ready = pid !== null && windows.length > 0;
    return {
      status: ready ? ("done" as const) : ("unverified" as const),
      ...(!ready && {
        message: "The app was asked to start, but no window of it is ready yet. List the windows later.",
      }),
      pid,
      windows: windows.map((window) => presentWindowEntry(window, true)),
    };
  },
});

function checkIdentity(
  name: string | undefined,
  bundleId: string | undefined,
): { name: string } | { bundleId: string } {
  if (bundleId !== undefined) {
    const checked = checkBundleId(bundleId);
    if (!checked.ok) throw new CodedError("bad_arguments", `bundleId: ${checked.message} Nothing was started.`);
    return { bundleId };
  }
  if (name === undefined) throw new CodedError("bad_arguments", "Give name or bundleId; nothing was started.");
  const checked = checkAppName(name);
  if (!checked.ok) throw new CodedError("bad_arguments", `name: ${checked.message} Nothing was started.`);
  return { name };
}

async function checkOpened(url: string, context: ToolContext): Promise<string> {
  if (url.startsWith("/")) return context.files.plainFolder(url);
  const checked = checkUrl(url);
  if (!checked.ok) throw new CodedError("bad_url", checked.message);
  return checked.url;
}
