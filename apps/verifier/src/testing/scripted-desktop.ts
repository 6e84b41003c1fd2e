import { createLogger, serve, type Handlers, type Service } from "@beans-picker/ipc";
import { desktopContract, type DesktopContract } from "@beans-picker/protocol";
import type { Snapshot, WindowEntry } from "@beans-picker/desktop";
import { CodedError } from "@beans-picker/shared";

/**
 * Stands in for the desktop process, over real ZeroMQ: what a window looks like at which moment is scripted here, which a
 * real one would not do on command. The real desktop process is tested with the verifier end to end elsewhere.
 */
export interface ScriptedDesktop {
  /** Starts the clock of the script: the action has just been sent. */
  act(): void;
  /** When each look began, in milliseconds after `act`. */
  readonly looks: readonly number[];
  /** What was asked for, in order. */
  readonly asked: readonly { owner: string; pid: number; windowId: number }[];
  close(): Promise<void>;
}

export interface Script {
  readonly before: Snapshot;
  /** The window after so many milliseconds, or the failure of looking at it. `nth` counts looks from 1. */
  later(elapsedMs: number, nth: number): Snapshot | CodedError | Promise<Snapshot>;
  /** Whether the window is told to have changed, when that is known; absent where nothing is told. */
  tells?(elapsedMs: number, waitMs: number): Promise<boolean>;
  readonly windows?: readonly WindowEntry[] | CodedError;
  /** The owner of the snapshot "before". */
  readonly owner: string;
}

export async function scriptedDesktop(address: string, script: Script): Promise<ScriptedDesktop> {
  const looks: number[] = [];
  const asked: { owner: string; pid: number; windowId: number }[] = [];
  let actedMs = performance.now();
  const no = (): Promise<never> => Promise.reject(new CodedError("unsupported"));
  const handlers: Handlers<DesktopContract> = {
    "backend.describe": no,
    "apps.list": no,
    "windows.list": () => (script.windows instanceof CodedError ? Promise.reject(script.windows) : listed(script)),
    "snapshot.read": ({ owner, snapshotId }) =>
      owner === script.owner && snapshotId === "before"
        ? Promise.resolve({ snapshot: script.before })
        : Promise.reject(new CodedError("snapshot_unavailable")),
    "snapshot.take": async (params) => {
      const elapsedMs = performance.now() - actedMs;
      looks.push(elapsedMs);
      asked.push(params);
      const seen = await script.later(elapsedMs, looks.length);
      if (seen instanceof CodedError) throw seen;
      return { snapshotId: `after-${looks.length}`, snapshot: seen };
    },
    "snapshot.changed": async ({ waitMs }) => ({
      changed: (await script.tells?.(performance.now() - actedMs, waitMs)) ?? false,
    }),
    "snapshot.capture": no,
    "snapshot.at": no,
    "snapshot.colours": no,
    "owner.release": no,
    "action.perform": no,
    "window.capture": no,
    "screen.capture": no,
    "window.setFrame": no,
    "clipboard.read": no,
    "clipboard.write": no,
    "app.launch": no,
    "driver.call": no,
  };
  const service: Service<DesktopContract> = await serve({
    contract: desktopContract,
    address,
    eventsAddress: `${address}.events`,
    handlers,
    build: "scripted",
    capabilities: [],
    log: createLogger("desktop", "silent"),
  });
  return { act: () => void (actedMs = performance.now()), looks, asked, close: () => service.close() };
}

function listed({ windows }: Script): Promise<{ windows: WindowEntry[] }> {
  return Promise.resolve({ windows: windows === undefined || windows instanceof CodedError ? [] : [...windows] });
}
