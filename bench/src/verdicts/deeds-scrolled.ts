import type { Role, ScrollDirection } from "@beans-picker/desktop";
import type { ScrolledState, ScrolledValues } from "@beans-picker/fixture";
import type { Deed } from "./deed.js";
import { at } from "./deeds-shared.js";

/** Far enough from the top that both directions have somewhere to go. */
const start = 300;
export const scrolledBase: ScrolledValues = { left: start, right: start };

const areas: readonly Role[] = ["scrollarea", "list"];
/** Less is no scrolling, in pixels. */
const moved = 10;

/**
 * Scrolling the left one of two lists. Where no back end scrolls in the background the app moves it by itself, and the verdict on
 * that is judged all the same.
 */
export function scrolledDeeds(byApp: boolean): (pick: <T>(from: readonly T[]) => T) => ScrolledDeed[] {
  return (pick) => {
    const wrongWay = pick([true, false]);
    return (["down", "up"] as const).map((direction): ScrolledDeed => {
      const opposite: ScrollDirection = direction === "down" ? "up" : "down";
      const [ahead, back] = direction === "down" ? [start + 150, start - 150] : [start - 150, start + 150];
      return {
        title: `Left ${direction}`,
        ...{ kind: "scroll", act: { kind: "scroll", direction } },
        spot: at("Left", ...areas),
        neighbour: wrongWay
          ? { ...at("Left", ...areas), act: { kind: "scroll", direction: opposite } }
          : at("Right", ...areas),
        right: (before, now) => (now.left - before.left) * (direction === "down" ? 1 : -1) >= moved,
        undo: () => scrolledBase,
        ...(byApp && { byApp: { right: { left: ahead }, neighbour: wrongWay ? { left: back } : { right: ahead } } }),
        lasting: true,
      };
    });
  };
}

type ScrolledDeed = Deed<ScrolledState, ScrolledValues>;
