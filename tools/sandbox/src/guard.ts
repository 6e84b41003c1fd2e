#!/usr/bin/env node
/**
 * The process that owns the daemons of one sandbox. It runs in a session of its own and lives exactly as long as its
 * standard input stays open: the kernel closes that when the owner ends, even by SIGKILL.
 */
import { mkdtempSync } from "node:fs";
import { basename, join } from "node:path";

import { timeLimit } from "@beans-picker/shared";
import { Desktop } from "./desktop.js";
import { markerVariable } from "./environment.js";
import { messageOf, SandboxError } from "./errors.js";
import { guardOrder, type GuardReport } from "./guard-wire.js";
import { directoryPrefix } from "./identity.js";
import { pidNamespace, statOf } from "./processes.js";
import { removeStaleSandboxes } from "./stale.js";

const order = guardOrder.parse(JSON.parse(process.argv[2] ?? "null"));
const released = new AbortController();

// All of these mean the same: nobody needs the desktop any more.
const release = (): void => released.abort();
process.stdin.on("end", release).on("close", release).on("error", release).resume();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, release);
// The owner may be gone when the report is written.
process.stdout.on("error", release);

process.exitCode = await guard();
// Standard input may still be open (a signal released the guard) and would keep the process alive.
process.exit();

async function guard(): Promise<number> {
  // What cannot be cleared now is no reason to refuse a desktop; the next start tries again.
  await removeStaleSandboxes(order.base).catch(() => undefined);
  const identity = { namespace: pidNamespace(), pid: process.pid, startTime: statOf(process.pid)?.startTime ?? 0 };
  const dir = mkdtempSync(join(order.base, directoryPrefix(identity)));
  const desktop = new Desktop(basename(dir), dir, order);
  try {
    const limit = timeLimit(order.deadlineMs, released.signal);
    const started = await desktop.start(inheritedEnvironment(), limit);
    desktop.onLoss(release);
    await report({ status: "ready", id: desktop.id, dir, ...started });
    await whenReleased();
    return 0;
  } catch (error) {
    const code = error instanceof SandboxError && error.code === "start_timeout" ? "start_timeout" : "start_failed";
    await report({ status: "failed", code, message: messageOf(error) });
    return 1;
  } finally {
    await desktop.stop();
  }
}

/** A sandbox started inside another one ends by its own guard, so it must not carry the outer marker. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== markerVariable));
}

function report(message: GuardReport): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve()));
}

function whenReleased(): Promise<void> {
  const { signal } = released;
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
