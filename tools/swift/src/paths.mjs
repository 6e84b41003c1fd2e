import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
export const packageFolder = join(repository, "native", "watcher");

/** Counts up when the recipe changes, so that an older system is made anew. */
const recipe = 2;

const cache = process.env.XDG_CACHE_HOME?.startsWith("/") ? process.env.XDG_CACHE_HOME : join(homedir(), ".cache");

/** The small trixie. It is there when this folder is: it is made beside it and moved here when it is whole. */
export const system = join(cache, "beans-picker", "swift", `trixie-${recipe}`);

/** Starts the built watcher from outside of the small trixie. */
export const launcher = join(packageFolder, ".build", "window-watcher");

export const parser = {
  name: "swift-argument-parser",
  version: "1.2.3",
  url: "https://github.com/apple/swift-argument-parser",
};
