import { frame } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { failure, pid, windowId } from "../fields.js";
import { deadlines } from "../limits.js";
import { onExactTarget } from "../target.js";

export const screenshotTool = defineTool({
  name: "screenshot",
  title: "Take a screenshot",
  description:
    "Capture one window (pid and windowId) or the screen as PNG; `out` also saves it to a new absolute path.",
  effects: "reads",
  input: z.strictObject({
    scope: z.enum(["window", "screen"]).optional(),
    pid: pid.optional(),
    windowId: windowId.optional(),
    region: frame.optional().describe("Part of the screen; needs scope screen"),
    out: z.string().max(4096).optional(),
    includeImage: z.boolean().optional().describe("false needs out"),
  }),
  output: z.object({
    status: z.enum(["done", "failed"]),
    ...failure,
    width: z.int().optional(),
    height: z.int().optional(),
    scale: z.number().optional().describe("Picture pixels per unit of area"),
    area: frame.optional().describe("What of the screen it shows"),
    occluded: z.boolean().optional().describe("Parts may show what lies over the window"),
    path: z.string().optional(),
  }),
  async run({ scope, pid, windowId, region, out, includeImage }, context) {
    if (region !== undefined && scope !== "screen") {
      throw new CodedError(
        "bad_arguments",
        "region is a part of the screen and needs scope screen; nothing was captured.",
      );
    }
    if (includeImage === false && out === undefined) {
      throw new CodedError("bad_arguments", "includeImage: false needs out; nothing was captured.");
    }
    const options = { deadlineMs: deadlines.capture, signal: context.signal };
    const capture =
      scope === "screen"
        ? await context.desktop.call("screen.capture", { ...(region && { region }) }, options)
        : await onExactTarget(...required(pid, windowId), context, (target) =>
            context.desktop.call("window.capture", target, options),
          );
    if (out !== undefined) await context.files.publish(out, capture.png);
    if (includeImage !== false) context.attachImage(capture.png);
    const facts = { ...capture, png: undefined };
    return { status: "done" as const, ...facts, ...(out !== undefined && { path: out }) };
  },
});

function required(pid: number | undefined, windowId: number | undefined): [number, number] {
  if (pid === undefined || windowId === undefined) {
    throw new CodedError(
      "bad_target",
      "A window capture needs pid and windowId; nothing was captured. List the windows first.",
    );
  }
  return [pid, windowId];
}
