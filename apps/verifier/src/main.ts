import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { readBuild, runProcess } from "@beans-picker/ipc";
import { desktopContract, verifierContract } from "@beans-picker/protocol";
import { readLimits } from "./limits.js";
import { isRunning } from "./running.js";
import { capabilities, verifierHandlers } from "./service.js";
import { createWatches } from "./watches.js";

await runProcess({
  contract: verifierContract,
  build: readBuild(import.meta.url),
  start: (parts) => {
    const now = (): number => performance.now();
    const handlers = verifierHandlers({
      desktop: parts.peer(desktopContract),
      watches: createWatches(now, randomUUID),
      limits: () => readLimits(parts.env),
      now,
      isRunning,
    });
    return Promise.resolve({ handlers, capabilities, close: () => Promise.resolve() });
  },
});
