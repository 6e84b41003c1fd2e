import type { MenuCommand } from "./snapshot.js";

/**
 * Keys that commands of macOS have in every app, by English and Japanese titles. Source: beans-picker 0.5 seed. Titles compare
 * without a final ellipsis, without case and with single spaces.
 */
const standard: Readonly<Record<string, readonly string[]>> = {
  "cmd+z": ["undo", "取り消す"],
  "cmd+shift+z": ["redo", "やり直す"],
  "cmd+x": ["cut", "カット"],
  "cmd+c": ["copy", "コピー"],
  "cmd+v": ["paste", "ペースト"],
  "cmd+option+shift+v": ["paste and match style", "ペーストしてスタイルを合わせる"],
  "cmd+a": ["select all", "すべてを選択"],
  "cmd+f": ["find", "検索"],
  "cmd+option+f": ["find and replace", "検索と置換"],
  "cmd+g": ["find next", "次を検索"],
  "cmd+shift+g": ["find previous", "前を検索"],
  "cmd+e": ["use selection for find", "選択部分を検索に使用"],
  "cmd+j": ["jump to selection", "選択部分へジャンプ"],
  "cmd+t": ["show fonts", "hide fonts", "フォントを表示", "フォントを隠す"],
  "cmd+b": ["bold", "ボールド"],
  "cmd+i": ["italic", "イタリック"],
  "cmd+u": ["underline", "アンダーライン"],
  "cmd+shift+c": ["show colors", "hide colors", "カラーを表示", "カラーを隠す"],
  "cmd+option+c": ["copy style", "スタイルをコピー"],
  "cmd+option+v": ["paste style", "スタイルをペースト"],
  "cmd+r": ["show ruler", "hide ruler", "ルーラを表示", "ルーラを隠す"],
  "cmd+ctrl+c": ["copy ruler", "ルーラをコピー"],
  "cmd+ctrl+v": ["paste ruler", "ルーラをペースト"],
  "cmd+shift+t": ["make rich text", "make plain text", "リッチテキストにする", "標準テキストにする"],
  "cmd+shift+w": ["wrap to page", "wrap to window", "ページに合わせる", "ウインドウに合わせる"],
  "cmd+option+p": ["show properties", "プロパティを表示"],
  "cmd+option+t": ["show toolbar", "hide toolbar", "ツールバーを表示", "ツールバーを非表示"],
  "cmd+ctrl+s": ["show sidebar", "hide sidebar", "サイドバーを表示", "サイドバーを非表示"],
  "cmd+n": ["new", "new document", "新規", "新規書類"],
};
const keysOfTitle = new Map(Object.entries(standard).flatMap(([keys, titles]) => titles.map((title) => [title, keys])));

const viewMenus: ReadonlySet<string> = new Set(["view", "表示"]);
const duplicateTitles: ReadonlySet<string> = new Set(["duplicate", "複製"]);
const saveAsTitles: ReadonlySet<string> = new Set(["save as", "別名で保存"]);
/** A View menu numbers its first items, while they are plain commands. Source: beans-picker 0.5 seed. */
const NUMBERED = 9;

/**
 * The commands of a macOS menu bar with the keys that are sure: those they say themselves, else what every app has, else what the
 * convention of View menus gives. A command whose keys another one has already gets none: keys must mean one thing.
 */
export function withStandardKeys(menus: readonly MenuCommand[]): MenuCommand[] {
  const taken = new Set(menus.flatMap(({ shortcut }) => (shortcut === undefined ? [] : [shortcut])));
  const numbered = numberedViews(menus);
  return menus.map((command) => {
    if (command.shortcut !== undefined) return command;
    const keys = duplicateKeys(command, menus) ?? standardKeys(command) ?? numbered.get(command.handle);
    if (keys === undefined || taken.has(keys)) return command;
    taken.add(keys);
    return { ...command, shortcut: keys };
  });
}

function standardKeys({ path }: MenuCommand): string | undefined {
  return keysOfTitle.get(plain(path.at(-1) ?? ""));
}

/** Duplicate is ⌘⇧S only where Save As stands in the same menu; elsewhere it can be anything. */
function duplicateKeys({ path }: MenuCommand, menus: readonly MenuCommand[]): string | undefined {
  if (!duplicateTitles.has(plain(path.at(-1) ?? ""))) return undefined;
  const beside = menus.some((other) => other.path[0] === path[0] && saveAsTitles.has(plain(other.path.at(-1) ?? "")));
  return beside ? "cmd+shift+s" : undefined;
}

/** ⌘1 … ⌘9 for the run of plain commands that a View menu begins with. */
function numberedViews(menus: readonly MenuCommand[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const tops = [...new Set(menus.map(({ path }) => path[0] ?? ""))].filter((top) => viewMenus.has(plain(top)));
  for (const top of tops) {
    let number = 0;
    for (const command of menus.filter(({ path }) => path[0] === top && path.length > 1)) {
      const leaf = command.path.at(-1) ?? "";
      // A submenu, a command that asks and one that every app has are not part of the run.
      if (command.path.length !== 2 || /(?:…|\.{3})\s*$/u.test(leaf) || keysOfTitle.has(plain(leaf))) break;
      number += 1;
      if (number > NUMBERED) break;
      found.set(command.handle, `cmd+${number}`);
    }
  }
  return found;
}

function plain(title: string): string {
  return title
    .replace(/(?:…|\.{3})\s*$/u, "")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();
}
