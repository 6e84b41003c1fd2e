import { recordingEnds } from "@beans-picker/protocol";
import { z } from "zod";

/** What the recorder is to do, as its one argument. */
export const recorderOrder = z.object({
  pid: z.int().positive(),
  windowId: z.int().positive(),
  path: z.string(),
  maxSeconds: z.number().positive(),
  fps: z.number().positive(),
  /** Name of this machine, as windows give it. */
  host: z.string(),
});
export type RecorderOrder = z.infer<typeof recorderOrder>;

/** What the recorder says on its standard output, one JSON object a line. */
export const recorderReport = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("ready"),
    width: z.int().positive(),
    height: z.int().positive(),
    picture: z.enum(["own", "screen"]),
  }),
  z.object({
    type: z.literal("ended"),
    reason: z.enum(recordingEnds),
    bytes: z.int().nonnegative(),
    durationSeconds: z.number().nonnegative(),
  }),
  z.object({
    type: z.literal("failed"),
    code: z.enum([
      "window_not_found",
      "capture_failed",
      "recording_failed",
      "bad_path",
      "unsupported",
      "watcher_unavailable",
    ]),
    message: z.string(),
  }),
]);
export type RecorderReport = z.infer<typeof recorderReport>;

/** The words on standard input that end a recording; the end of the input ends it too. */
export const stopWords = { stopped: "stop", shutdown: "shutdown" } as const;
