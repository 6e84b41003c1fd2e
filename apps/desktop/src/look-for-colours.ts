import { coloursShown, swatchesOf, type ShownColour, type Snapshot } from "@beans-picker/desktop";
import { decodePng } from "@beans-picker/desktop/png";
import { CodedError } from "@beans-picker/shared";
import type { DesktopBackend, Look } from "./backend.js";
import type { CallBudget } from "./budget.js";

/** A look that was taken after a picture, and what colours that shows. */
export interface ColouredLook {
  readonly look: Look;
  readonly colours: ShownColour[];
}

/**
 * Takes a picture of the window of a snapshot and looks again, since a picture empties what the driver remembers of its
 * controls. Null when there are no swatches, or when no picture of the window alone can be had; then nothing has changed.
 */
export async function lookForColours(
  backend: DesktopBackend,
  snapshot: Snapshot,
  budget: CallBudget,
): Promise<ColouredLook | null> {
  if (swatchesOf(snapshot).length === 0) return null;
  const { pid, windowId } = snapshot.window;
  const capture = await backend.captureWindow({ pid, windowId }, budget).catch((error: unknown) => {
    if (!(error instanceof CodedError)) throw error;
    return null;
  });
  if (capture === null) return null;
  const look = await backend.look({ pid, windowId }, budget);
  const picture = decodePng(capture.png);
  // Where another window may lie over it, a colour may be that window's.
  if (picture === undefined || capture.area === undefined || capture.occluded === true) return { look, colours: [] };
  const area = { frame: capture.area, scale: capture.scale };
  return { look, colours: coloursShown(snapshot, look.snapshot, picture, area) };
}
