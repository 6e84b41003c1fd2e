import type { AppEvent } from "./app-event.js";

/** Objects named by events between two readings, at most; with more, the earlier reading is given up. */
const maxTouched = 10_000;

/** Events that do not change where anything is. */
const unmoving: ReadonlySet<string> = new Set([
  "TextChanged",
  "TextCaretMoved",
  "PropertyChange",
  "ActiveDescendantChanged",
]);
/** States whose change leaves everything in its place. */
const unmovingStates: ReadonlySet<string> = new Set([
  "checked",
  "pressed",
  "armed",
  "focused",
  "active",
  "selected",
  "sensitive",
  "enabled",
  "defunct",
  "has-tooltip",
  "busy",
  "indeterminate",
]);

/** What the events since the last reading of a window put in doubt. */
export class Marks {
  readonly #touched = new Set<string>();
  #moved = false;

  /** Whether the object was named by an event. */
  has(path: string): boolean {
    return this.#touched.has(path);
  }

  get moved(): boolean {
    return this.#moved;
  }

  get overflowed(): boolean {
    return this.#touched.size >= maxTouched;
  }

  note(event: AppEvent): void {
    if (!this.#moved) this.#moved = moves(event);
    if (event.member !== "BoundsChanged" && !this.overflowed) this.#touched.add(event.path);
  }
}

function moves({ member, detail }: AppEvent): boolean {
  if (member === "StateChanged") return !unmovingStates.has(detail);
  // A scroll bar's value moves what is beside it.
  if (member === "PropertyChange") return detail === "accessible-value";
  return !unmoving.has(member);
}
