import { z } from "zod";

export const recordStartParams = z.object({
  pid: z.int().positive(),
  windowId: z.int().positive(),
  /** Absolute path of the MP4 file to make. Its folder must exist, the file must not. */
  path: z.string().min(1).max(4_096),
  /** The recording ends by itself after this long, in seconds. Default one hour. */
  maxSeconds: z.number().positive().max(86_400).optional(),
});

/** Answered when the first picture of the window is in the recording. */
export const recordStartResult = z.object({
  recordingId: z.string().min(1).max(64),
  /** Pixels of the video; even numbers. A window that changes its size is cut, or filled up with black. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Pictures a second at most. */
  fps: z.number().positive(),
  /**
   * `own`: the window's own picture, whatever covers it. `screen`: what the screen shows there, so other windows may be in
   * the picture.
   */
  picture: z.enum(["own", "screen"]),
});

export const recordingEnds = [
  /** `record.stop`. */
  "stopped",
  "window_closed",
  /** `maxSeconds` or the disk's space. */
  "limit",
  /** The watcher is shutting down. */
  "shutdown",
  /** The recorder failed; what it had is in the file if `path` is given. */
  "failed",
] as const;

/** What became of a recording. Bytes and duration are read from the finished file. */
export const recordingEnd = z.object({
  recordingId: z.string().min(1).max(64),
  reason: z.enum(recordingEnds),
  /** Null when there is no file. */
  path: z.string().nullable(),
  bytes: z.int().nonnegative(),
  durationSeconds: z.number().nonnegative(),
});
export type RecordingEnd = z.infer<typeof recordingEnd>;

/** Answers also for a recording that ended by itself, once. */
export const recordStopParams = z.object({ recordingId: z.string().min(1).max(64) });
