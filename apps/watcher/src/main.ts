import { hostname } from "node:os";
import { performance } from "node:perf_hooks";
import { readBuild, runProcess } from "@beans-picker/ipc";
import { type RunningCall, watcherContract } from "@beans-picker/protocol";
import { capabilities, watcherHandlers } from "./service.js";
import { watchFront } from "./watch.js";
import { openX11Source } from "./x11/source.js";

await runProcess({
  contract: watcherContract,
  build: readBuild(import.meta.url),
  start: ({ log, env, publish }) => {
    const now = (): number => performance.now();
    const wallAt = (monotonicMs: number): number => Date.now() - (now() - monotonicMs);
    let during: RunningCall[] = [];
    const around = { env, platform: process.platform, host: hostname(), now };
    const watch = watchFront({
      open: (signal) => openX11Source(around, signal),
      onChange: (change) =>
        publish("front.changed", { ...change, at: wallAt(change.monotonicMs), cause: "unknown", during }),
      onCondition: (condition) => log.info({ condition }, "front watch"),
      now,
    });
    const noted = (running: readonly RunningCall[]): void => {
      during = [...running];
      publish("calls.changed", { running: during, at: wallAt(now()), monotonicMs: now() });
    };
    const handlers = watcherHandlers({ watch, noted, wallAt });
    return Promise.resolve({ handlers, capabilities, close: () => watch.close() });
  },
});
