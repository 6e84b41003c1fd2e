import type { MenuCommand, Snapshot } from "@beans-picker/desktop";
import { cut } from "@beans-picker/shared";
import { categoryOfMenu } from "../destructive/menu.js";
import type { Kind } from "../draft.js";

/** Submenus that list other apps' or the system's doings. Source: beans-picker 0.5 seed. */
const foreignSubmenus: ReadonlySet<string> = new Set([
  "Services",
  "サービス",
  "Open Recent",
  "最近使った項目を開く",
  "最近使った書類を開く",
  "Move & Resize",
  "移動とサイズ変更",
  "AutoFill",
  "自動入力",
  "Writing Tools",
  "作文ツール",
  "Speech",
  "スピーチ",
]);
/** Commands of the app menu that macOS gives every app. Source: beans-picker 0.5 seed. */
const stockIdentifiers: ReadonlySet<string> = new Set([
  "hide:",
  "hide",
  "hideOtherApplications:",
  "hideOtherApplications",
  "unhideAllApplications:",
  "unhideAllApplications",
  "terminate:",
  "terminate",
  "alternate-quit",
]);

export const menuKind: Kind = {
  kind: "menu",
  fromWindow(view) {
    const { snapshot } = view;
    // A modal makes the menu bar unusable.
    if (snapshot.modal !== null) return [];
    const hasStock = snapshot.menus.some((command) => stockIdentifiers.has(command.identifier ?? ""));
    return snapshot.menus.flatMap((command) => {
      if (!isOffered(command, snapshot, hasStock)) return [];
      const leaf = cut(command.path.at(-1) ?? "", 200);
      return [
        {
          key: `menu|${view.identity({ handle: command.handle, role: "menuitem" }).key}`,
          kind: "menu" as const,
          does: `menu ${command.path.map((level) => cut(level, 60)).join(" > ")}`,
          action: { kind: "menu" as const, handle: command.handle },
          destructive: categoryOfMenu(command, view) !== undefined,
          ...(command.shortcut === undefined ? {} : { shortcut: command.shortcut }),
          facts: {
            role: "menuitem" as const,
            label: leaf,
            rawLabel: leaf,
            ...(command.identifier === undefined ? {} : { identifier: cut(command.identifier, 200) }),
            within: [],
            states: {
              enabled: command.enabled,
              ...(command.checked === undefined ? {} : { checked: command.checked }),
            },
            inWeb: false,
            path: command.path.map((level) => cut(level, 200)),
          },
        },
      ];
    });
  },
};

function isOffered(command: MenuCommand, snapshot: Snapshot, hasStock: boolean): boolean {
  const { path } = command;
  const [top, leaf] = [path[0] ?? "", path.at(-1) ?? ""];
  if (!command.enabled || !command.operable || leaf === "") return false;
  if (path.length > 1 && leaf === path.at(-2)) return false;
  if (path.some((level) => /^<<.*>>$/s.test(level)) || path.slice(0, -1).some((level) => foreignSubmenus.has(level))) {
    return false;
  }
  if (snapshot.platform !== "macos") return true;
  if (top === "Apple" || (path.length === 2 && (top === "Help" || top === "ヘルプ"))) return false;
  // The stock app menu: its own commands carry identifiers that the system does not hand out.
  const inAppMenu = hasStock && top === snapshot.window.app;
  return !inAppMenu || (command.identifier !== undefined && !stockIdentifiers.has(command.identifier));
}
