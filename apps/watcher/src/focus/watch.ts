import type { Focus, Front } from "@beans-picker/protocol";
import type { FrontSource } from "../source.js";
import { advanceFocus, type FocusTrack, noFocus } from "./settle.js";

export interface SeenFocus {
  readonly front: Front;
  readonly focus: Focus | null;
  readonly lost: boolean;
}

export interface FocusWatch {
  /** One look at where keys go. Rejects when the connection is lost. */
  look(source: FrontSource, front: Front, nowMs: number): Promise<void>;
  /** Accessibility says that a control of that process has the focus now. */
  gained(pid: number, role: string): void;
  /** Where keys go, as far as it is known. */
  now(): Focus | null;
}

/** Watches the focus inside of the front window, and tells when that window loses it without a change of the front. */
export function watchFocus(onFocus: (seen: SeenFocus) => void): FocusWatch {
  let track: FocusTrack = noFocus;
  let present: { readonly front: Front; readonly focus: Focus | null } | null = null;
  let checked: { readonly windowId: number; readonly inner: number; readonly inside: boolean } | undefined;
  let control: { readonly pid: number; readonly role: string } | null = null;

  async function isInside(source: FrontSource, windowId: number, inner: number): Promise<boolean> {
    if (checked?.windowId === windowId && checked.inner === inner) return checked.inside;
    const inside = await source.contains(windowId, inner);
    checked = { windowId, inner, inside };
    return inside;
  }

  const roleOf = (pid: number | null): string | null => (control !== null && control.pid === pid ? control.role : null);

  return {
    async look(source, front, nowMs) {
      const inner = await source.focused();
      const { windowId, pid } = front;
      const inside = windowId !== null && inner !== null && (await isInside(source, windowId, inner));
      const step = advanceFocus(track, { windowId, inside, nowMs });
      track = step.track;
      if (inside) present = { front, focus: { pid, windowId, role: roleOf(pid) } };
      switch (step.report) {
        case "lost": {
          const owner = inner === null ? null : await source.ownerOf(inner);
          const focus = owner === null ? null : { ...owner, role: roleOf(owner.pid) };
          present = { front, focus };
          onFocus({ front, focus, lost: true });
          return;
        }
        case "back":
          onFocus({ front, focus: { pid, windowId, role: roleOf(pid) }, lost: false });
          return;
        case null:
          return;
      }
    },
    gained(pid, role) {
      const before = control;
      control = { pid, role };
      if (present === null || track.lost || present.front.pid !== pid) return;
      const { front } = present;
      present = { front, focus: { pid, windowId: front.windowId, role } };
      // The first one only tells where the focus has been all the time.
      if (before?.pid === pid) onFocus({ front, focus: present.focus, lost: false });
    },
    now: () => present?.focus ?? null,
  };
}
