import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chooseBase, type Client, connect, createSupervisor, type Logger } from "@beans-picker/ipc";
import { watcherContract, type WatcherContract } from "@beans-picker/protocol";
import { version } from "../version.js";
import { watcherEntry } from "../watcher-entry.js";

const { resolve } = createRequire(import.meta.url);
const joinMs = 1_000;

export interface JoinedWatcher {
  readonly client: Client<WatcherContract>;
  /** True when it is the watcher of a gateway that runs, which also tells its calls. */
  readonly attached: boolean;
  close(): Promise<void>;
}

/** The watcher of a gateway of this user that runs, else one of our own. Rejects with `watcher_unavailable`. */
export async function joinWatcher(
  log: Logger,
  env: NodeJS.ProcessEnv,
  uid: number,
  alone: boolean,
  signal: AbortSignal,
): Promise<JoinedWatcher> {
  for (const dir of alone ? [] : gatewayDirs(env, uid)) {
    const at = { address: `ipc://${join(dir, "watcher.sock")}`, eventsAddress: `ipc://${join(dir, "watcher.events")}` };
    const options = { contract: watcherContract, ...at, build: version, log, deadlineMs: joinMs, signal };
    const client = await connect(options).catch(() => undefined);
    if (client !== undefined) return { client, attached: true, close: () => client.close() };
  }
  const entry = watcherEntry({ env, platform: process.platform, own: resolve("@beans-picker/watcher-process/main") });
  const children = { watcher: { contract: watcherContract, entry } };
  const supervisor = await createSupervisor({ log, build: version, children, env });
  try {
    return { client: await supervisor.client("watcher", signal), attached: false, close: () => supervisor.stop() };
  } catch (error) {
    await supervisor.stop();
    throw error;
  }
}

/** Directories of supervisors that have a watcher, the newest first. */
function gatewayDirs(env: NodeJS.ProcessEnv, uid: number): string[] {
  const base = chooseBase({ env, uid });
  try {
    return readdirSync(base)
      .map((name) => join(base, name))
      .flatMap((dir) => {
        // One without a watcher, or that goes away just now, is none to join.
        const found = statSync(join(dir, "watcher.sock"), { throwIfNoEntry: false });
        return found === undefined ? [] : [{ dir, at: found.mtimeMs }];
      })
      .sort((a, b) => b.at - a.at)
      .map(({ dir }) => dir);
  } catch {
    return [];
  }
}
