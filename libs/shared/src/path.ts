import { findControlOrFormat } from "./text.js";

/** Longest path, and longest name in it, in UTF-8 bytes: Linux PATH_MAX and NAME_MAX. */
export const MAX_PATH_BYTES = 4096;
export const MAX_NAME_BYTES = 255;

/** Why a path is refused. */
export type PathRefusal =
  // its text
  | "empty"
  | "leading_dash"
  | "not_absolute"
  | "forbidden_character"
  | "not_canonical"
  | "too_long"
  // what is on disk
  | "parent_missing"
  | "parent_not_folder"
  | "exists"
  | "missing"
  | "symlink"
  | "not_file"
  | "not_folder"
  | "unreadable"
  | "package_folder";

/** `path` is the text as given, which is also its canonical form. */
export type PathCheck =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: PathRefusal; readonly message: string };

/** What a path is itself, links not followed (`lstat`). `absent` also stands for a path below something that is no folder. */
export type PathKind = "file" | "directory" | "symlink" | "other" | "absent";

/**
 * What the caller found on disk about a path. The checks are pure, so the facts can be out of date when the file is opened:
 * open inputs with O_NOFOLLOW and publish outputs with an operation that never replaces.
 */
export interface PathFacts {
  readonly kind: PathKind;
  /** Every link resolved; `null` if it cannot be resolved. */
  readonly realpath: string | null;
  readonly parentKind: PathKind;
  /** `realpath` of the parent folder; `null` if it cannot be resolved. */
  readonly parentRealpath: string | null;
}

/** `childNames`: names directly in the folder; `null` if it is no folder or cannot be listed. */
export interface FolderFacts extends PathFacts {
  readonly childNames: readonly string[] | null;
}

/** A folder holding one of these is an application or document package. Compared in lower case: APFS ignores case. */
const PACKAGE_MARKERS = new Set(["contents", "info.plist"]);

/**
 * Checks the text of a path without looking at the disk: absolute POSIX, no `.`, `..` or empty name, no slash at the end
 * (except `/` itself), no control, format or direction character, no lone surrogate, within the length limits.
 */
export function checkAbsolutePath(text: string): PathCheck {
  if (text === "") return refuse("empty", "The path is empty.");
  if (text.startsWith("-"))
    return refuse("leading_dash", "The path starts with -, which a program may take for an option.");
  if (!text.startsWith("/")) return refuse("not_absolute", "The path is not absolute; it must start with /.");
  const hidden = findControlOrFormat(text);
  if (hidden !== undefined) {
    return refuse(
      "forbidden_character",
      `The path has a control, format or broken character (${hidden.codePoint} at ${hidden.at}).`,
    );
  }
  if (Buffer.byteLength(text) > MAX_PATH_BYTES) {
    return refuse("too_long", `The path is longer than ${MAX_PATH_BYTES} bytes.`);
  }
  for (const name of text === "/" ? [] : text.slice(1).split("/")) {
    if (name === "" || name === "." || name === "..") {
      return refuse("not_canonical", "The path has a double or closing slash, or a . or .. in it; write it without.");
    }
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
      return refuse("too_long", `A name in the path is longer than ${MAX_NAME_BYTES} bytes.`);
    }
  }
  return { ok: true, path: text };
}

/**
 * Decides whether a new file may be written at `text`: its folder exists and is reached without links, and nothing is there
 * yet, not even a dangling link. Existing things are never replaced. Source: beans-picker 0.5 seed.
 */
export function checkOutputPath(text: string, facts: PathFacts): PathCheck {
  const form = checkAbsolutePath(text);
  if (!form.ok) return form;
  if (facts.kind === "symlink") {
    return refuse(
      "symlink",
      "The destination is a symbolic link; nothing was written. Choose a path where nothing exists.",
    );
  }
  if (facts.kind !== "absent" || facts.realpath !== null) {
    return refuse(
      "exists",
      "The destination exists already and is never replaced; choose a path where nothing exists.",
    );
  }
  if (facts.parentKind === "absent" || facts.parentRealpath === null) {
    return refuse("parent_missing", "The folder of the destination does not exist; create it first.");
  }
  if (facts.parentRealpath !== parentOf(text)) {
    return refuse(
      "not_canonical",
      "The folder of the destination is reached through a symbolic link; give its real path.",
    );
  }
  if (facts.parentKind !== "directory") {
    return refuse("parent_not_folder", "The parent of the destination is not a folder.");
  }
  return form;
}

/** Decides whether `text` may be read as an input: a regular file reached without any link. Source: beans-picker 0.5 seed. */
export function checkInputFile(text: string, facts: PathFacts): PathCheck {
  const found = checkReached(text, facts);
  if (!found.ok || facts.kind === "file") return found;
  return refuse("not_file", "The path is not a regular file.");
}

/**
 * Decides whether `text` may be opened as a plain folder: a directory reached without any link that is not an application or
 * document package, because opening a package runs or loads it. Source: beans-picker 0.5 seed.
 */
export function checkPlainFolder(text: string, facts: FolderFacts): PathCheck {
  const found = checkReached(text, facts);
  if (!found.ok) return found;
  if (facts.kind !== "directory")
    return refuse("not_folder", "The path is not a folder; files are not opened this way.");
  // A dot at the start hides a folder; any later one makes what follows an extension.
  if (nameOf(text).includes(".", 1)) {
    return refuse("package_folder", "The folder has an extension in its name, so the system may open it as a package.");
  }
  if (facts.childNames === null) {
    return refuse("unreadable", "The folder cannot be listed, so it is not known whether it is a package.");
  }
  if (facts.childNames.some((name) => PACKAGE_MARKERS.has(name.toLowerCase()))) {
    return refuse("package_folder", "The folder holds Contents or Info.plist, so the system may open it as a package.");
  }
  return found;
}

/** The path has canonical text and leads, without any link, to something that exists. */
function checkReached(text: string, facts: PathFacts): PathCheck {
  const form = checkAbsolutePath(text);
  if (!form.ok) return form;
  if (facts.kind === "symlink") return refuse("symlink", "The path is a symbolic link; give the real path.");
  if (facts.kind === "absent" || facts.realpath === null) return refuse("missing", "Nothing exists at the path.");
  if (facts.realpath !== text) {
    return refuse(
      "not_canonical",
      "The path is reached through a symbolic link or in another spelling; give the real path.",
    );
  }
  return form;
}

function refuse(reason: PathRefusal, message: string): Extract<PathCheck, { ok: false }> {
  return { ok: false, reason, message };
}

/** Parent of a canonical path; `/` is its own parent. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
