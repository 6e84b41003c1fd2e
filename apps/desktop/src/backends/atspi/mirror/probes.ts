import { type Frame, refKey } from "@beans-picker/desktop";

import { type AccessibleCalls, BusFault, isOver, roleNumbers } from "@beans-picker/dbus";
import type { NodeRecord } from "./record.js";

type Records = ReadonlyMap<string, NodeRecord>;

/** The most objects that are asked where they are. */
const maxProbes = 48;

/**
 * The objects to ask whether anything moved without an event: the window, and the first and last shown thing inside
 * everything that scrolls.
 */
export function probesOf(root: NodeRecord, records: Records): readonly NodeRecord[] {
  const probes = new Set<NodeRecord>([root]);
  for (const record of records.values()) {
    if (!record.place.shows || !scrolls(record)) continue;
    for (const side of ["first", "last"] as const) {
      const end = endOf(record, records, side);
      if (end !== undefined && probes.size < maxProbes) probes.add(end);
    }
  }
  return [...probes];
}

function scrolls({ base }: NodeRecord): boolean {
  return base.role === roleNumbers.scrollPane || base.role === roleNumbers.viewport;
}

function endOf(record: NodeRecord, records: Records, side: "first" | "last"): NodeRecord | undefined {
  let end: NodeRecord | undefined;
  for (let at: NodeRecord | undefined = record; at !== undefined;) {
    const shown: NodeRecord[] = at.children.flatMap((child) => {
      const found = records.get(refKey(child));
      return found?.place.shows === true && found.base.role !== roleNumbers.scrollBar ? [found] : [];
    });
    at = side === "first" ? shown[0] : shown.at(-1);
    end = at ?? end;
  }
  return end;
}

/** Whether every probe is where it was read. */
export async function haveStayed(calls: AccessibleCalls, probes: readonly NodeRecord[]): Promise<boolean> {
  const same = await Promise.all(
    probes.map(async ({ ref, details }) => {
      if (details.extents === undefined) return false;
      try {
        return sameFrame(await calls.extents(ref), details.extents);
      } catch (error) {
        if (!(error instanceof BusFault) || isOver(error)) throw error;
        return false;
      }
    }),
  );
  return same.every(Boolean);
}

function sameFrame(one: Frame, other: Frame): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}
