#!/usr/bin/env node
import { runProcess } from "@beans-picker/ipc";
import { desktopContract } from "@beans-picker/protocol";
import { startDesktop } from "./start.js";

await runProcess({
  contract: desktopContract,
  build: "0.1.0",
  start: ({ log, env }) =>
    Promise.resolve({ ...startDesktop({ log, env }), capabilities: Object.keys(desktopContract.methods) }),
});
