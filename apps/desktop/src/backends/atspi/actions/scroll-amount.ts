import type { AccessibleFacts, Frame, ScrollDirection } from "@beans-picker/desktop";

type Value = NonNullable<AccessibleFacts["value"]>;

/** Part of the visible length that one page moves; the rest stays for the eye to follow. */
const PAGE = 0.9;
/** Part of the range that one page moves where neither pixels nor lines fit. */
const PART = 0.25;
/** Height of a line where a bar counts lines, in pixels; text is rarely smaller. */
const LINE_PX = 18;
/** A bar whose smallest step is below this counts lines: nobody scrolls by so few pixels. */
const PIXEL_STEP = 4;

export interface Around {
  /** What of the content can be seen. */
  readonly view: Frame | undefined;
  /** The smallest step of the bar; 0 when it is not known. */
  readonly increment: number;
  /** How many pages to go; one if it is not said. */
  readonly pages?: number;
}

/** Where a scroll bar goes for some pages. Bars of most toolkits count pixels, those of some lists and texts lines. */
export function nextBar(
  { current, minimum, maximum }: Value,
  { view, increment, pages = 1 }: Around,
  direction: ScrollDirection,
): number {
  const range = maximum - minimum;
  const length = view === undefined ? 0 : direction === "up" || direction === "down" ? view.height : view.width;
  const lines = increment > 0 && increment < PIXEL_STEP;
  const whole = length <= 0 ? range * PART : lines ? Math.floor(length / LINE_PX) * PAGE : length * PAGE;
  const page = lines ? Math.max(1, Math.floor(whole)) : whole;
  const forward = direction === "down" || direction === "right";
  return Math.min(Math.max(current + (forward ? page : -page) * pages, minimum), maximum);
}
