import type { Front } from "@beans-picker/protocol";

/** One reading of the front app. What it says was true at some moment between the two times (monotonic milliseconds). */
export interface Sample {
  readonly front: Front;
  readonly askedMs: number;
  readonly answeredMs: number;
  /** When changes were announced since the sample before; the reading holds all of them. */
  readonly announcedMs: readonly number[];
  /** False for the first sample of a connection: before it, nothing could be announced. */
  readonly connected: boolean;
}

/** What is remembered between samples. */
export interface Track {
  readonly last: Sample;
  /** Longest time since the last change in which a visit to the front would have gone unseen, in milliseconds. */
  readonly widestMs: number;
}

/** A difference between two samples. */
export interface Change {
  readonly front: Front;
  readonly previous: Front;
  /** When it happened as far as it was announced, else when it was found. */
  readonly monotonicMs: number;
  readonly blindMs: number;
}

/**
 * Adds a sample to the track and says which change it shows. The first sample shows none: nothing is known about before.
 * `blindMs` is never less than `periodMs`.
 */
export function advance(
  track: Track | null,
  sample: Sample,
  periodMs: number,
): { readonly track: Track; readonly change: Change | null } {
  if (track === null) return { track: { last: sample, widestMs: periodMs }, change: null };
  const previous = track.last.front;
  const differs = !sameFront(previous, sample.front);
  const widestMs = Math.max(track.widestMs, unseenMs(track.last, sample, differs));
  if (!differs) return { track: { last: sample, widestMs }, change: null };
  const happened = sample.announcedMs.at(-1) ?? sample.answeredMs;
  // An announcement belongs after what was seen before it; clocks of two processes agree to a millisecond only.
  const monotonicMs = Math.max(happened, track.last.askedMs);
  const change = { front: sample.front, previous, monotonicMs, blindMs: widestMs };
  return { track: { last: sample, widestMs: periodMs }, change };
}

/**
 * How long a visit between two samples can have lasted without being seen. Every change is announced, so between two
 * announcements that one sample answers lies at most what they are apart; a difference that nobody announced shows that
 * this cannot be relied on, and then it is all the time between the samples.
 */
function unseenMs(last: Sample, sample: Sample, differs: boolean): number {
  const first = sample.announcedMs[0];
  const end = sample.announcedMs.at(-1);
  if (!sample.connected || (differs && first === undefined)) return sample.answeredMs - last.askedMs;
  return first === undefined || end === undefined ? 0 : end - first;
}

/** How long a change could have gone unseen up to `nowMs`, in milliseconds: since the last sample nothing is proven. */
export function blindness(track: Track, nowMs: number): number {
  return Math.max(track.widestMs, nowMs - track.last.askedMs);
}

/** A new title alone is no change of the front. */
export function sameFront(a: Front, b: Front): boolean {
  return a.pid === b.pid && a.windowId === b.windowId && a.app === b.app;
}
