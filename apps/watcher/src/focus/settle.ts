/** What is remembered of the focus between two looks. */
export interface FocusTrack {
  /** The front window it is about. */
  readonly windowId: number | null;
  /** Since when the focus has been seen outside of it; null while it is inside. */
  readonly outsideSinceMs: number | null;
  /** Whether that was reported. */
  readonly lost: boolean;
}

export const noFocus: FocusTrack = { windowId: null, outsideSinceMs: null, lost: false };

/**
 * How long the focus must be away before it counts as lost, in milliseconds. A window manager gives the focus first and
 * says afterwards which window is active, so for a moment the two differ at every switch.
 */
export const settleMs = 60;

/** Decides whether a look shows that the front window has lost its focus, or has it back. */
export function advanceFocus(
  track: FocusTrack,
  look: { readonly windowId: number | null; readonly inside: boolean; readonly nowMs: number },
): { readonly track: FocusTrack; readonly report: "lost" | "back" | null } {
  const { windowId, inside, nowMs } = look;
  // No window in front has no focus to lose; another window begins anew.
  if (windowId === null || windowId !== track.windowId) {
    const outsideSinceMs = windowId === null || inside ? null : nowMs;
    return { track: { windowId, outsideSinceMs, lost: false }, report: null };
  }
  if (inside) return { track: { windowId, outsideSinceMs: null, lost: false }, report: track.lost ? "back" : null };
  const outsideSinceMs = track.outsideSinceMs ?? nowMs;
  const lost = track.lost || nowMs - outsideSinceMs >= settleMs;
  return { track: { windowId, outsideSinceMs, lost }, report: lost && !track.lost ? "lost" : null };
}
