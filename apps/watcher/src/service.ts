import type { Handlers } from "@beans-picker/ipc";
import type { WatcherContract } from "@beans-picker/protocol";
import type { FrontWatch } from "./watch.js";

/** Methods and events this process offers, as `hello` lists them. */
export const capabilities = ["front.current", "front.changed"] as const;

export function watcherHandlers(watch: Pick<FrontWatch, "current">): Handlers<WatcherContract> {
  return { "front.current": (_params, { signal }) => watch.current(signal) };
}
