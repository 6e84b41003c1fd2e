import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { z } from "zod";

const probed = z.object({
  streams: z.array(z.object({ codec_type: z.string() })).min(1),
  format: z.object({ duration: z.coerce.number().positive() }),
});

/** Bytes and duration of a finished video, read from it; null when it is not one that plays. */
export async function probe(file: string): Promise<{ bytes: number; durationSeconds: number } | null> {
  try {
    const fields = ["-show_entries", "stream=codec_type:format=duration", "-of", "json"];
    const { stdout } = await promisify(execFile)("ffprobe", ["-v", "error", ...fields, file], { timeout: 10_000 });
    const { streams, format } = probed.parse(JSON.parse(stdout));
    if (!streams.some(({ codec_type }) => codec_type === "video")) return null;
    return { bytes: (await stat(file)).size, durationSeconds: format.duration };
  } catch {
    return null;
  }
}
