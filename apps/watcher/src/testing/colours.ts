import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The mean colour (red, green, blue) of a video's frame at that second, as FFmpeg decodes it. */
export async function meanColour(file: string, second: number): Promise<number[]> {
  const args = ["-v", "error", "-ss", String(second), "-i", file, "-frames:v", "1", "-vf", "scale=1:1:flags=area"];
  const { stdout } = await promisify(execFile)("ffmpeg", [...args, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], {
    encoding: "buffer",
  });
  return [...stdout.subarray(0, 3)];
}

/** Duration in seconds as ffprobe reads it; null when the file does not play. */
export async function probedSeconds(file: string): Promise<number | null> {
  const args = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file];
  const run = promisify(execFile);
  try {
    const { stdout } = await run("ffprobe", args);
    // Every frame is decoded: a file can name a duration and hold nothing.
    const { stderr } = await run("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"]);
    return stderr === "" ? Number(stdout) : null;
  } catch {
    return null;
  }
}
