import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { CodedError, timeLimit } from "@beans-picker/shared";
import {
  displayAddress,
  displayName,
  openDisplay,
  openPictures,
  type PictureSource,
  type RawPicture,
} from "@beans-picker/x11";
import { type Encoder, startEncoder } from "./encoder.js";
import { publish, stagingFor } from "./files.js";
import { evenSize, fitted, framesDue } from "./frames.js";
import { probe } from "./probe.js";
import type { RecorderOrder, RecorderReport } from "./reports.js";

const purpose = "no window can be recorded";
const connectMs = 5_000;
/** How long the window's first picture may take, in milliseconds. */
const firstMs = 3_000;
/** A window that draws nothing is read this often all the same, in milliseconds: one that is gone draws nothing either. */
const anywayMs = 300;

export type StopReason = Extract<RecorderReport, { type: "ended" }>["reason"];

export interface RecorderParts {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly now: () => number;
  /** Number of this process. */
  readonly self: number;
  /** Resolves when the recording shall end. */
  readonly stop: Promise<StopReason>;
  readonly report: (report: RecorderReport) => void;
}

/** Records until it is told to stop, and publishes the file. Reports its readiness and its end; never rejects. */
export async function record(order: RecorderOrder, parts: RecorderParts): Promise<void> {
  try {
    const address = displayAddress(displayName(parts, purpose), purpose);
    const display = await openDisplay(address, parts.env, timeLimit(connectMs)).catch(() => {
      throw new CodedError("watcher_unavailable", "The X server cannot be reached; nothing was recorded.");
    });
    try {
      const source = await openPictures(display, order.windowId, order.host);
      if (source === null) throw new CodedError("window_not_found");
      await recordFrom(source, display.lost, order, parts);
      source.close();
    } finally {
      display.close();
    }
  } catch (error) {
    parts.report(failureOf(error));
  } finally {
    await rm(stagingFor(order.path, parts.self), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function recordFrom(source: PictureSource, lost: Promise<void>, order: RecorderOrder, parts: RecorderParts) {
  const { path, fps, maxSeconds } = order;
  const { now, report } = parts;
  const staging = stagingFor(path, parts.self);
  await source.drawn();
  const first = await firstPicture(source, now);
  await mkdir(staging, { mode: 0o700 }).catch(() => {
    throw new CodedError("bad_path", "Nothing can be written into the folder of the recording; nothing was recorded.");
  });
  const file = join(staging, "video.mp4");
  const size = { width: first.width, height: first.height };
  const encoder = startEncoder(file, size, first.format, fps);
  const started = now();
  if (!(await encoder.write(first.bytes))) throw failed("The encoder did not start.");
  report({ type: "ready", ...evenSize(size), picture: source.own ? "own" : "screen" });

  let stopped: StopReason | null = null;
  const wake: { call: () => void } = { call: () => undefined };
  const end = (reason: StopReason): void => {
    stopped ??= reason;
    wake.call();
  };
  void parts.stop.then(end);
  void lost.then(() => end("window_closed"));
  void encoder.ended.then(() => end("failed"));
  const limit = setTimeout(() => end("limit"), Math.min(maxSeconds * 1_000, 2 ** 31 - 1));
  let frame = first.bytes;
  let written = 1;
  let readMs = started;
  try {
    while (reasonOf() === null) {
      const due = started + (written * 1_000) / fps;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, due - now()));
        wake.call = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (reasonOf() === null && (source.changed() || now() - readMs > anywayMs)) {
        readMs = now();
        // The connection to the server ends with it; `lost` tells.
        const next = await source.read().catch(() => null);
        if (next === "gone") end("window_closed");
        // One format for all: a picture of another kind (another depth) is left out.
        else if (next?.format === first.format) frame = fitted(next, size);
      }
      written += await catchUp(encoder, frame, framesDue(now() - started, fps) - written);
    }
  } finally {
    clearTimeout(limit);
  }
  // The video lasts until now, also when the last pictures took long.
  await catchUp(encoder, frame, framesDue(now() - started, fps) - written);
  await finish(encoder, file, path, reasonOf() ?? "failed", report);

  function reasonOf(): StopReason | null {
    return stopped;
  }
}

async function firstPicture(source: PictureSource, now: () => number): Promise<RawPicture> {
  const until = now() + firstMs;
  for (;;) {
    const picture = await source.read();
    if (picture === "gone") throw new CodedError("window_not_found");
    if (picture !== null) return picture;
    if (now() > until) {
      throw new CodedError("capture_failed", "The window is minimised or not shown, so there is nothing to record.");
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function catchUp(encoder: Encoder, frame: Buffer, count: number): Promise<number> {
  let written = 0;
  while (written < count && (await encoder.write(frame))) written += 1;
  return written;
}

async function finish(
  encoder: Encoder,
  file: string,
  path: string,
  reason: StopReason,
  report: RecorderParts["report"],
): Promise<void> {
  const whole = await encoder.finish();
  const facts = whole ? await probe(file) : null;
  if (facts === null) throw failed("The encoder ended before the file was whole.");
  if (!(await publish(file, path))) {
    throw new CodedError(
      "bad_path",
      "Something else came to be at the destination, which is never replaced; there is no recording.",
    );
  }
  report({ type: "ended", reason, ...facts });
}

function failed(why: string): CodedError {
  return new CodedError("recording_failed", `${why} There is no file at the destination.`);
}

function failureOf(error: unknown): RecorderReport {
  if (error instanceof CodedError) {
    const { code, message } = error.facts;
    switch (code) {
      case "window_not_found":
      case "capture_failed":
      case "bad_path":
      case "unsupported":
      case "watcher_unavailable":
        return { type: "failed", code, message };
    }
    return { type: "failed", code: "recording_failed", message };
  }
  return {
    type: "failed",
    code: "recording_failed",
    message: "The recorder failed; there is no file at the destination.",
  };
}
