import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { failure } from "../fields.js";
import { deadlines } from "../limits.js";

export const recordStopTool = defineTool({
  name: "record_stop",
  title: "Stop the recording",
  description: "Finish the recording; also while the screen is locked.",
  effects: "opens",
  whileLocked: true,
  input: z.strictObject({}),
  output: z.object({
    status: z.enum(["done", "failed"]),
    ...failure,
    path: z.string().optional(),
    bytes: z.int().optional(),
    durationSeconds: z.number().optional(),
    reason: z.string().optional(),
  }),
  async run(_, context) {
    // Whatever comes of it, the next recording can be started.
    const taken = context.recording.take();
    if (taken === undefined) throw new CodedError("recording_not_found");
    if (context.recording.isLost(taken)) throw new CodedError("recording_lost");
    const { path, bytes, durationSeconds, reason } = await context.watcher
      .call("record.stop", { recordingId: taken.id }, { deadlineMs: deadlines.recordStop })
      .catch((error: unknown) => {
        // A watcher that did not answer may still have it: the next try tells.
        if (error instanceof CodedError && error.code === "watcher_unavailable") context.recording.putBack(taken);
        throw error;
      });
    if (path === null) throw new CodedError("recording_failed");
    return { status: "done" as const, path, bytes, durationSeconds, reason };
  },
});
