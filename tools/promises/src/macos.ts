import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Something of Apple's that a file of the Mac's watcher uses. */
export interface AppleUse {
  readonly file: string;
  readonly name: string;
}

/** Names by Apple's prefixes, in code and in the texts that name attributes and notifications. */
const apple =
  /\b(?:k?(?:AX|CG|CM|SC|AV|NS)[A-Z]\w+|(?:did|activeSpaceDid)[A-Z]\w+Notification|com\.apple\.\w+|DistributedNotificationCenter)\b/g;

/** Frameworks, and types that only hold or stand for something: nothing about them can be checked by hand. */
const plain: ReadonlySet<string> = new Set([
  ...["AVFoundation", "AXUIElement", "CGEventType", "CGPoint", "CGRect", "CGSize", "CGWindowID", "CGWindowListOption"],
  ...["CMSampleBuffer", "CMTime", "CMTimeScale", "NSDictionary", "NSLock", "NSObject", "NSObjectProtocol"],
]);

/** What the files of a folder use, each name once a file. */
export function appleUses(folder: string): AppleUse[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".swift"))
    .sort()
    .flatMap((file) => {
      const code = readFileSync(join(folder, file), "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
      const names = new Set(code.match(apple) ?? []);
      return [...names].filter((name) => !plain.has(name)).map((name) => ({ file, name }));
    });
}

/** What a list by hand, a Markdown table with the files in its first column and the names in its second one, leaves out. */
export function unlisted(uses: readonly AppleUse[], markdown: string): AppleUse[] {
  const rows = markdown.split("\n").flatMap((line) => {
    const [, files, names] = line.split("|").map((cell) => cell.trim());
    if (files?.includes(".swift") !== true) return [];
    return [{ files: files.split(/,\s*/), names: new Set(names?.match(apple) ?? []) }];
  });
  return uses.filter(({ file, name }) => !rows.some(({ files, names }) => files.includes(file) && names.has(name)));
}

/** Names that the list has for a file and that the file does not use any more. */
export function outdated(uses: readonly AppleUse[], markdown: string): string[] {
  return markdown.split("\n").flatMap((line) => {
    const [, files, names] = line.split("|").map((cell) => cell.trim());
    if (files?.includes(".swift") !== true) return [];
    const listed = files.split(/,\s*/);
    const used = new Set(uses.filter(({ file }) => listed.includes(file)).map(({ name }) => name));
    return (names?.match(apple) ?? []).filter((name) => !used.has(name));
  });
}
