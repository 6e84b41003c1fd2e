import type { MenuCommand } from "@beans-picker/desktop";
import { humaniseIdentifier } from "@beans-picker/shared";
import type { DestructiveCategory } from "./categories.js";
import type { View } from "../view.js";

const replaces =
  /^(?:find (?:and|&) )?_?replace$|^ersetzen$|^remplacer$|^reemplazar$|^substituir$|^sostituisci$|^置換$|^替换$|^取代$|^바꾸기$/iu;
/** "Hide" in the languages of the rules, with what is hidden after or before it. */
const hides =
  /^(?:hide|masquer|ocultar|nascondi)\s+(.+)$|^(.+?)\s*(?:ausblenden|を隠す|을 숨기기|를 숨기기|가리기)$|^(?:隐藏|隱藏)\s*(.+)$/iu;

/**
 * Why a menu command needs consent, judged by every level of its path and by its identifier. Hiding is destructive for an app
 * (`App > Hide App`), not for a part of its view (`View > Hide Toolbar`).
 */
export function categoryOfMenu(command: MenuCommand, view: View): DestructiveCategory | undefined {
  const { app } = view.snapshot.window;
  const leaf = command.path.at(-1) ?? "";
  const custom = view.customCategory(leaf);
  if (custom !== undefined) return custom ?? undefined;
  const identifier = command.identifier === undefined ? "" : (humaniseIdentifier(command.identifier) ?? "");
  const [, ...what] = hides.exec(leaf.trim()) ?? [];
  const hidden = what.find(Boolean);
  if (app !== "" && hidden !== undefined && hidden.trim().toLowerCase() === app.toLowerCase()) return "session";
  // Nothing is replaced before it is said what by what: the command opens a bar or a dialog that asks.
  const asks = replaces.test(leaf.trim());
  for (const text of asks ? command.path.slice(0, -1) : [identifier, ...command.path]) {
    const category = view.category(text, "all");
    if (category !== undefined) return category;
  }
  return undefined;
}
