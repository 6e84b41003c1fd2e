import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CodedError } from "@beans-picker/shared";

export interface RecorderTools {
  /** What recording lacks here, as an error to answer with; null when all is there. Asked once, until it is there. */
  missing(): Promise<CodedError | null>;
}

export function recorderTools(env: NodeJS.ProcessEnv): RecorderTools {
  let complete = false;
  const run = (program: string, ...args: string[]): Promise<string> =>
    promisify(execFile)(program, args, { env, timeout: 5_000 }).then(({ stdout }) => stdout);
  return {
    async missing() {
      if (complete) return null;
      try {
        const [encoders] = await Promise.all([run("ffmpeg", "-hide_banner", "-encoders"), run("ffprobe", "-version")]);
        complete = encoders.includes("libx264");
      } catch {
        complete = false;
      }
      if (complete) return null;
      const message = "Recording needs ffmpeg with libx264, and ffprobe; install FFmpeg. Nothing was recorded.";
      return new CodedError("unsupported", message);
    },
  };
}
