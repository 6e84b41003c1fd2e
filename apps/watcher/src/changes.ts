import type { Front } from "@beans-picker/protocol";

/** One reading of the front app. What it says was true at some moment between the two times (monotonic milliseconds). */
export interface Sample {
  readonly front: Front;
  readonly askedMs: number;
  readonly answeredMs: number;
}

/** What is remembered between samples. */
export interface Track {
  readonly last: Sample;
  /** Longest time without a look since the last change, in milliseconds. */
  readonly widestMs: number;
}

/** A difference between two looks. */
export interface Change {
  readonly front: Front;
  readonly previous: Front;
  readonly monotonicMs: number;
  readonly blindMs: number;
}

/**
 * Adds a sample to the track and says which change it shows. The first sample shows none: nothing is known about before.
 * `blindMs` counts from the start of one look to the end of the next, the longest time a change back and forth between
 * two looks can have taken, and is never less than `periodMs`.
 */
export function advance(
  track: Track | null,
  sample: Sample,
  periodMs: number,
): { readonly track: Track; readonly change: Change | null } {
  if (track === null) return { track: { last: sample, widestMs: periodMs }, change: null };
  const widestMs = Math.max(track.widestMs, sample.answeredMs - track.last.askedMs);
  const previous = track.last.front;
  if (sameFront(previous, sample.front)) return { track: { last: sample, widestMs }, change: null };
  const change = { front: sample.front, previous, monotonicMs: sample.answeredMs, blindMs: widestMs };
  return { track: { last: sample, widestMs: periodMs }, change };
}

/** How long a change could have gone unseen up to `nowMs`, in milliseconds. */
export function blindness(track: Track, nowMs: number): number {
  return Math.max(track.widestMs, nowMs - track.last.askedMs);
}

/** A new title alone is no change of the front. */
function sameFront(a: Front, b: Front): boolean {
  return a.pid === b.pid && a.windowId === b.windowId && a.app === b.app;
}
