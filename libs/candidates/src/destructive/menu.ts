import type { MenuCommand } from "@beans-picker/desktop";
import { humaniseIdentifier } from "@beans-picker/shared";
import { destructiveCategory } from "./rules.js";

/**
 * Whether a menu command needs consent, judged by every level of its path and by its identifier. Hiding is destructive for
 * an app (`App > Hide App`), not for a part of its view (`View > Hide Toolbar`).
 */
export function isDestructiveMenu(command: MenuCommand, app: string): boolean {
  const identifier = command.identifier === undefined ? "" : (humaniseIdentifier(command.identifier) ?? "");
  if (destructiveCategory(identifier) !== undefined) return true;
  const leaf = command.path.at(-1) ?? "";
  if (app !== "" && /^hide\s/iu.test(leaf) && leaf.slice(5).trim().toLowerCase() === app.toLowerCase()) return true;
  return command.path.some((level) => destructiveCategory(level) !== undefined);
}
