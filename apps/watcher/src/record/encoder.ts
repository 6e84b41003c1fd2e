import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { RawPicture } from "@beans-picker/x11";
import { evenSize, type FrameSize } from "./frames.js";

/** How long the encoder may take to finish the file after the last frame, in milliseconds. */
const finishMs = 30_000;

export interface Encoder {
  /** False when the encoder has ended. Waits while it is behind. */
  write(frame: Buffer): Promise<boolean>;
  /** Ends the file; true when it is whole. */
  finish(): Promise<boolean>;
  /** Resolves when the encoder has ended, asked or not. */
  readonly ended: Promise<void>;
}

/**
 * Starts FFmpeg, which reads frames from its standard input and finishes the file at the end of it: so it does when this
 * process dies. A session of its own keeps a Ctrl-C in the terminal from it.
 */
export function startEncoder(file: string, size: FrameSize, format: RawPicture["format"], fps: number): Encoder {
  const even = evenSize(size);
  const input = ["-f", "rawvideo", "-pixel_format", format, "-video_size", `${size.width}x${size.height}`];
  const video = ["-c:v", "libx264", "-preset", "superfast", "-crf", "23", "-pix_fmt", "yuv420p"];
  const child: ChildProcess = spawn(
    "ffmpeg",
    [
      ...["-hide_banner", "-loglevel", "quiet", "-nostdin", "-n"],
      ...[...input, "-framerate", String(fps), "-i", "pipe:0", "-an", "-vf", `pad=${even.width}:${even.height}`],
      ...[...video, "-movflags", "+faststart", "-f", "mp4", file],
    ],
    { stdio: ["pipe", "ignore", "ignore"], detached: true },
  );
  let exitCode: number | null = null;
  let open = true;
  const ended = new Promise<void>((resolve) => {
    const over = (code: number | null): void => {
      open = false;
      exitCode = code;
      resolve();
    };
    child.once("exit", over);
    child.once("error", () => over(null));
  });
  const stdin = child.stdin;
  // A broken pipe shows as the encoder's end.
  stdin?.on("error", () => undefined);
  return {
    ended,
    async write(frame) {
      if (!open || stdin?.writable !== true) return false;
      if (!stdin.write(frame)) await Promise.race([once(stdin, "drain").catch(() => undefined), ended]);
      return isOpen();
    },
    async finish() {
      stdin?.end();
      const kill = setTimeout(() => child.kill("SIGKILL"), finishMs);
      await ended;
      clearTimeout(kill);
      return exitCode === 0;
    },
  };

  function isOpen(): boolean {
    return open;
  }
}
