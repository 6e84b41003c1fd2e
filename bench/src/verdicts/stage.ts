import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDesktop } from "@beans-picker/desktop-process";
import { connect, createLogger, lazyClient, serve, type Client } from "@beans-picker/ipc";
import { desktopContract, verifierContract, type DesktopContract, type VerifierContract } from "@beans-picker/protocol";
import { createWatches, isRunning, readLimits, verifierHandlers } from "@beans-picker/verifier-process";

/** The desktop and the verifier as the product runs them, over their own sockets, in this process. */
export interface Stage {
  readonly desktop: Client<DesktopContract>;
  readonly verifier: Client<VerifierContract>;
  close(): Promise<void>;
}

const deadlineMs = 30_000;

/** Opens them on the desktop of `env`. */
export async function openStage(env: NodeJS.ProcessEnv): Promise<Stage> {
  const dir = mkdtempSync(join(tmpdir(), "bpb-"));
  const at = (name: string): string => `ipc://${dir}/${name}`;
  const log = createLogger("bench", "silent");
  const now = (): number => performance.now();
  const parts = startDesktop({ env: { ...env, BEANS_PICKER_DRIVER: "native" }, log });
  const shared = { build: "bench", capabilities: [], log };
  const desktopService = await serve({
    contract: desktopContract,
    address: at("d"),
    eventsAddress: at("d.events"),
    handlers: parts.handlers,
    ...shared,
  });
  const reader = lazyClient({ contract: desktopContract, address: at("d"), build: "bench", log, deadlineMs });
  const handlers = verifierHandlers({
    desktop: reader,
    watches: createWatches(now, randomUUID),
    limits: () => readLimits(env),
    now,
    isRunning,
  });
  const verifierService = await serve({
    contract: verifierContract,
    address: at("v"),
    eventsAddress: at("v.events"),
    handlers,
    ...shared,
  });
  const desktop = await connect({ contract: desktopContract, address: at("d"), build: "bench", log, deadlineMs });
  const verifier = await connect({ contract: verifierContract, address: at("v"), build: "bench", log, deadlineMs });
  return {
    desktop,
    verifier,
    async close() {
      await Promise.all([desktop.close(), verifier.close(), reader.close()]);
      await Promise.all([desktopService.close(), verifierService.close()]);
      await parts.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
