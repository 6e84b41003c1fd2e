import type { RawPicture } from "@beans-picker/x11";

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** The picture as one frame of the video: cut where it is larger, filled up with black where it is smaller. */
export function fitted(picture: RawPicture, { width, height }: FrameSize): Buffer {
  if (picture.width === width && picture.height === height) return picture.bytes;
  const frame = Buffer.alloc(width * height * 4);
  const line = Math.min(width, picture.width) * 4;
  for (let y = 0; y < Math.min(height, picture.height); y += 1) {
    picture.bytes.copy(frame, y * width * 4, y * picture.width * 4, y * picture.width * 4 + line);
  }
  return frame;
}

/** How many frames the video must have after that time, so that it lasts as long as what it shows. */
export function framesDue(elapsedMs: number, fps: number): number {
  return Math.max(1, Math.floor((Math.max(0, elapsedMs) * fps) / 1_000) + 1);
}

/** H.264 in YUV 4:2:0 has even sides only. */
export function evenSize({ width, height }: FrameSize): FrameSize {
  return { width: width + (width % 2), height: height + (height % 2) };
}
