import { createRequire } from "node:module";
import type { Logger } from "@beans-picker/ipc";
import { desktopContract, rankerContract, verifierContract, watcherContract } from "@beans-picker/protocol";
import type { StartChildren } from "@beans-picker/gateway";
import { version } from "./version.js";
import { watcherEntry } from "./watcher-entry.js";

const { resolve } = createRequire(import.meta.url);

/** Starts the processes below the gateway. Sockets are loaded only here, so that a client is greeted without them. */
export function startChildrenWith(log: Logger): StartChildren {
  return async () => {
    const { createSupervisor } = await import("@beans-picker/ipc");
    const supervisor = await createSupervisor({
      log,
      build: version,
      children: {
        desktop: { contract: desktopContract, entry: resolve("@beans-picker/desktop-process/main") },
        ranker: { contract: rankerContract, entry: resolve("@beans-picker/ranker-process/main") },
        verifier: {
          contract: verifierContract,
          entry: resolve("@beans-picker/verifier-process/main"),
          peers: ["desktop"],
        },
        watcher: {
          contract: watcherContract,
          entry: watcherEntry({
            env: process.env,
            platform: process.platform,
            own: resolve("@beans-picker/watcher-process/main"),
          }),
        },
      },
    });
    supervisor.start();
    return supervisor;
  };
}
