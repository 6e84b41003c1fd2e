#!/usr/bin/env node
import { readBuild, runProcess } from "@beans-picker/ipc";
import { desktopContract } from "@beans-picker/protocol";
import { startDesktop } from "./start.js";

await runProcess({
  contract: desktopContract,
  build: readBuild(import.meta.url),
  leash: true,
  start: ({ log, env }) =>
    Promise.resolve({ ...startDesktop({ log, env }), capabilities: Object.keys(desktopContract.methods) }),
});
