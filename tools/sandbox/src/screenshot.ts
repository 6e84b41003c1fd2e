import { dirname } from "node:path";

import { MissingProgramsError, SandboxError } from "./errors.js";
import { launchApp } from "./launch.js";
import { sandboxRequirements } from "./requirements.js";

/** Writes the whole screen as PNG to `file`, with whichever program is installed. */
export async function takeScreenshot(
  file: string,
  screen: { width: number; height: number },
  env: Record<string, string>,
): Promise<void> {
  const requirements = sandboxRequirements(env["PATH"]);
  const has = (program: string) =>
    requirements.some((requirement) => requirement.program === program && requirement.found);
  const command = has("ffmpeg")
    ? ffmpegCommand(file, screen, env["DISPLAY"] ?? "")
    : has("import")
      ? importCommand(file)
      : undefined;
  if (command === undefined) throw new MissingProgramsError([{ program: "ffmpeg", package: "ffmpeg" }]);
  const app = await launchApp(command.program, command.args, env);
  const { code } = await app.exited;
  if (code !== 0) {
    const words = app.output().stderr.trim();
    throw new SandboxError("screenshot_failed", `No screenshot in ${dirname(file)}: ${command.program} said: ${words}`);
  }
}

function ffmpegCommand(file: string, { width, height }: { width: number; height: number }, display: string) {
  const grab = ["-f", "x11grab", "-draw_mouse", "0", "-video_size", `${width}x${height}`, "-i", display];
  const write = ["-frames:v", "1", "-f", "image2", "-update", "1", "-c:v", "png", file];
  return { program: "ffmpeg", args: ["-nostdin", "-loglevel", "error", "-y", ...grab, ...write] };
}

function importCommand(file: string) {
  return { program: "import", args: ["-window", "root", `png:${file}`] };
}
