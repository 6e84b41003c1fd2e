import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Action } from "@beans-picker/desktop";
import { connect, createLogger, lazyClient, serve, type Client } from "@beans-picker/ipc";
import { desktopContract, verifierContract, type VerifierContract } from "@beans-picker/protocol";
import { readLimits } from "../limits.js";
import { verifierHandlers } from "../service.js";
import { createWatches } from "../watches.js";
import { scriptedDesktop, type Script, type ScriptedDesktop } from "./scripted-desktop.js";

export const owner = "owner-of-the-snapshots-1";

export interface Bench {
  readonly desktop: ScriptedDesktop;
  readonly verifier: Client<VerifierContract>;
  /** Begins, lets the script's clock run, judges; says how long the judging took in milliseconds. */
  readonly judge: (action: Action, options?: Asking) => Promise<Judged>;
  close(): Promise<void>;
}

export interface Asking {
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** Called when the action would have been sent. */
  readonly onActed?: () => void;
}

export interface Judged {
  readonly effect: string;
  readonly evidence: string;
  readonly exact: boolean;
  readonly snapshots: number;
  readonly after: string | null;
  readonly tookMs: number;
}

/** A scripted desktop, a real verifier service and a client of it, joined by sockets in a directory of their own. */
export async function startBench(
  script: Omit<Script, "owner">,
  env: NodeJS.ProcessEnv = {},
  /** Whether the app's process is still there when its window is not. */
  running = true,
): Promise<Bench> {
  const dir = mkdtempSync(join(tmpdir(), "bpv-"));
  const at = (name: string): string => `ipc://${dir}/${name}`;
  const log = createLogger("verifier", "silent");
  const desktop = await scriptedDesktop(at("desktop"), { ...script, owner });
  const reader = lazyClient({
    contract: desktopContract,
    address: at("desktop"),
    build: "test",
    log,
    deadlineMs: 2_000,
  });
  let last = 0;
  const now = (): number => performance.now();
  const service = await serve({
    contract: verifierContract,
    address: at("verifier"),
    eventsAddress: at("verifier.events"),
    handlers: verifierHandlers({
      desktop: reader,
      watches: createWatches(now, () => `watch-${(last += 1)}`),
      limits: () => readLimits(env),
      now,
      isRunning: () => running,
    }),
    build: "test",
    capabilities: [],
    log,
  });
  const verifier = await connect({
    contract: verifierContract,
    address: at("verifier"),
    build: "test",
    log,
    deadlineMs: 5_000,
  });
  return {
    desktop,
    verifier,
    async judge(action, { deadlineMs = 20_000, signal, onActed } = {}) {
      const { watchId } = await verifier.call("watch.begin", { owner, snapshotId: "before", action }, { deadlineMs });
      desktop.act();
      onActed?.();
      const begunMs = now();
      const options = signal === undefined ? { deadlineMs } : { deadlineMs, signal };
      const { verdict, after } = await verifier.call("watch.judge", { owner, watchId }, options);
      const { effect, evidence, exact, snapshots } = verdict;
      return { effect, evidence, exact, snapshots, after, tookMs: now() - begunMs };
    },
    async close() {
      await verifier.close();
      await service.close();
      await reader.close();
      await desktop.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
