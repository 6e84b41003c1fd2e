import type { Part } from "./wanted.js";

export interface Toolkit {
  /** Of the application. */
  readonly app: string;
  readonly name: string;
  readonly version: string;
}

export type ToolkitKind = "gtk3" | "gtk4" | "qt" | "chromium" | "libreoffice" | "other";

/**
 * Which toolkit an application's own words mean: "gtk" 3.24, "GTK" 4.8, "Qt" 5.15, "Chromium", "J2SE-access-bridge".
 * LibreOffice calls itself "gtk", but makes its accessible objects itself.
 */
export function toolkitKind({ app, name, version }: Toolkit): ToolkitKind {
  const lower = name.toLowerCase();
  if (app === "soffice") return "libreoffice";
  if (lower === "gtk" || lower === "gail") return version.startsWith("4") ? "gtk4" : "gtk3";
  if (lower.startsWith("chrom")) return "chromium";
  return lower === "qt" ? "qt" : "other";
}

/** What of an earlier reading may be used again. */
export interface Trust {
  /**
   * Parts that stay as they are while name, role, states and interfaces do. An application that makes its own accessible
   * objects is always asked again.
   */
  readonly parts: ReadonlySet<Part>;
  /** The name of an action that, when it is the only one, is an object's only one for good while its base is the same. */
  readonly fixedAction?: string;
  /**
   * Names and states of what lies below something hidden stay as they are until an event names it. GTK 3 sends these
   * events for every widget, shown or not; what it leaves out (selected rows, rows of trees, children of header bars) is
   * always read again.
   */
  readonly hidden: boolean;
  /** Nothing moves without an event, but for what a few probes show: scrolled content and the window itself. */
  readonly places: boolean;
  /**
   * When nothing was announced and nothing was drawn, what nobody sees can be as it was ("kept"), has to be looked at
   * again ("asked"), or nothing at all is known of such an application ("nothing").
   */
  readonly unseen: "kept" | "asked" | "nothing";
}

const still: ReadonlySet<Part> = new Set<Part>(["roleName", "attributes", "relations"]);
const stillWithActions: ReadonlySet<Part> = new Set<Part>([...still, "actions"]);

const stillInPages: ReadonlySet<Part> = new Set<Part>(["roleName"]);

export function trustIn(kind: ToolkitKind): Trust {
  switch (kind) {
    case "gtk3":
      return { parts: stillWithActions, hidden: true, places: true, unseen: "kept" };
    case "gtk4":
      // Its cache holds everything, so nothing is saved by trusting more; it sends no event when something moves, and
      // the actions of a widget come and go with what can be done, but a button has one, whatever happens (button_handle_method
      // in gtkatspiaction.c).
      return { parts: still, fixedAction: "click", hidden: false, places: false, unseen: "kept" };
    case "qt":
      // It sends no events for what is in closed menus, and key bindings come and go with the focus.
      return { parts: still, hidden: false, places: false, unseen: "asked" };
    case "chromium":
      // It announces neither that objects moved, nor every attribute or relation, nor what an action of theirs would do now.
      return { parts: stillInPages, hidden: false, places: false, unseen: "kept" };
    case "libreoffice":
      // It works out what a menu holds when the menu opens.
      return { parts: still, hidden: false, places: false, unseen: "kept" };
    case "other":
      return { parts: new Set<Part>(), hidden: false, places: false, unseen: "nothing" };
  }
}

/** Whether an object is on the screen as far as its states say. GTK 4 sets `showing` on windows only. */
export function showsIn(kind: ToolkitKind, states: ReadonlySet<string>, parentShows: boolean): boolean {
  if (!parentShows) return false;
  return states.has("showing") || (kind === "gtk4" && states.has("visible"));
}
