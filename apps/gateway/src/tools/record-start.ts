import { codes, CodedError } from "@beans-picker/shared";
import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { failure, pid, windowId } from "../fields.js";
import { deadlines } from "../limits.js";
import { exactTarget } from "../target.js";

export const recordStartTool = defineTool({
  name: "record_start",
  title: "Start a recording",
  description: "Record one window as MP4 to a new absolute path, until record_stop.",
  effects: "opens",
  input: z.strictObject({ pid, windowId, out: z.string().min(1).max(4096) }),
  output: z.object({
    status: z.enum(["done", "failed"]),
    ...failure,
    width: z.int().optional(),
    height: z.int().optional(),
    picture: z.enum(["own", "screen"]).optional().describe("screen: other windows may be in it"),
  }),
  async run({ pid, windowId, out }, context) {
    const { recording } = context;
    const { held } = recording;
    if (held !== undefined && !recording.isLost(held)) {
      throw new CodedError(
        "bad_arguments",
        "A recording was started already and not stopped; nothing was started. Use record_stop first.",
      );
    }
    if (held !== undefined) {
      recording.take();
      context.tellLater(`The recording to ${held.path} was lost. ${codes.recording_lost.meaning}`);
    }
    const target = await exactTarget(pid, windowId, context);
    context.actsOn(target.pid);
    const { width, height, picture } = await recording.hold(out, () =>
      context.watcher.call(
        "record.start",
        { ...target, path: out },
        { deadlineMs: deadlines.capture, signal: context.signal },
      ),
    );
    return { status: "done" as const, width, height, picture };
  },
});
