import type { Frame, Snapshot, SnapshotNode } from "@beans-picker/desktop";

/**
 * The control that a person would mean by a point of the screen: the smallest that can be operated and has the point in its
 * frame, of equal ones the one that stands inside. Null when there is none, also where a modal covers the window.
 */
export function nodeAt({ nodes, modal }: Snapshot, point: { readonly x: number; readonly y: number }): number | null {
  const parents = new Map(nodes.map(({ handle, parent }) => [handle, parent]));
  const inModal = (node: SnapshotNode): boolean => {
    const passed = new Set<number>();
    for (
      let at: number | null | undefined = node.handle;
      typeof at === "number" && !passed.has(at);
      at = parents.get(at)
    ) {
      if (at === modal?.handle) return true;
      passed.add(at);
    }
    return false;
  };
  let best: { readonly handle: number; readonly area: number } | null = null;
  for (const node of nodes) {
    const { frame, operable, states, handle } = node;
    if (frame === undefined || !operable || states.showing === false || !holds(frame, point)) continue;
    if (modal !== null && !inModal(node)) continue;
    const area = frame.width * frame.height;
    if (best === null || area <= best.area) best = { handle, area };
  }
  return best?.handle ?? null;
}

function holds({ x, y, width, height }: Frame, point: { readonly x: number; readonly y: number }): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;
}
