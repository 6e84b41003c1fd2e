import { hostname } from "node:os";
import { performance } from "node:perf_hooks";
import { readBuild, runProcess } from "@beans-picker/ipc";
import { watcherContract } from "@beans-picker/protocol";
import { capabilities, watcherHandlers } from "./service.js";
import { watchFront } from "./watch.js";
import { openX11Source } from "./x11/source.js";

await runProcess({
  contract: watcherContract,
  build: readBuild(import.meta.url),
  start: ({ log, env, publish }) => {
    const now = (): number => performance.now();
    const around = { env, platform: process.platform, host: hostname(), now };
    const watch = watchFront({
      open: (signal) => openX11Source(around, signal),
      onChange: (change) => publish("front.changed", change),
      onCondition: (condition) => log.info({ condition }, "front watch"),
      now,
    });
    return Promise.resolve({ handlers: watcherHandlers(watch), capabilities, close: () => watch.close() });
  },
});
