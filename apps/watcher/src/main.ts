import { hostname } from "node:os";
import { performance } from "node:perf_hooks";
import { readBuild, runProcess } from "@beans-picker/ipc";
import { watcherContract } from "@beans-picker/protocol";
import { startWatcher } from "./start.js";

await runProcess({
  contract: watcherContract,
  build: readBuild(import.meta.url),
  start: ({ log, env, publish }) => {
    const now = (): number => performance.now();
    const uid = process.getuid?.() ?? -1;
    return Promise.resolve(
      startWatcher({
        env,
        platform: process.platform,
        host: hostname(),
        uid,
        now,
        wall: () => Date.now(),
        log,
        publish,
      }),
    );
  },
});
