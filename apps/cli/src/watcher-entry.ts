import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { ChildEntry } from "@beans-picker/ipc";
import { CodedError } from "@beans-picker/shared";

export interface WatcherSurroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The watcher in TypeScript: a JavaScript file. */
  readonly own: string;
}

/**
 * Which watcher to start: the program that `BEANS_PICKER_WATCHER` names, on a Mac else `window-watcher` from the search
 * path, else our own in TypeScript. Throws `bad_arguments` when the variable does not name a program that can be started:
 * another watcher than the one asked for is never started instead.
 */
export function watcherEntry({ env, platform, own }: WatcherSurroundings): ChildEntry {
  const asked = env["BEANS_PICKER_WATCHER"];
  if (asked !== undefined && asked !== "") {
    if (!isAbsolute(asked) || !canStart(asked)) {
      throw new CodedError(
        "bad_arguments",
        "BEANS_PICKER_WATCHER is not the absolute path of a program that can be started; nothing was started.",
      );
    }
    return { program: asked, args: ["serve"] };
  }
  const found = platform === "darwin" ? onSearchPath(env["PATH"], "window-watcher") : undefined;
  return found === undefined ? own : { program: found, args: ["serve"] };
}

function onSearchPath(path: string | undefined, name: string): string | undefined {
  return (path ?? "")
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(canStart);
}

function canStart(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
