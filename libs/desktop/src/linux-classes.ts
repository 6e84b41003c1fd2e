import type { Draft } from "./draft.js";

/** `GtkButton`, `EditorSourceView`: one word of several humps, as GTK 4 hands over for a widget without a name. */
export function looksLikeClass(name: string): boolean {
  return /^[A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+$/.test(name);
}

/** A class of the toolkit itself, or one made by its JavaScript binding, is never a name anybody chose. */
export function isToolkitClass(name: string): boolean {
  return /^(?:(?:Gtk|Adw|Hdy)[A-Z]|Gjs_)\w*$/.test(name);
}

/** True for the tree of a GTK 4 window, the only toolkit that hands over classes. */
export function hasClassNames(drafts: readonly Draft[]): boolean {
  return drafts.some((draft) => isToolkitClass(draft.rawLabel));
}
