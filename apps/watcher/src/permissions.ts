import type { Handlers } from "@beans-picker/ipc";
import type { Permission, WatcherContract } from "@beans-picker/protocol";
import { CodedError, timeLimit } from "@beans-picker/shared";
import type { LockReader } from "./lock/reader.js";
import type { AccessibilityBus } from "./reading/accessibility.js";
import type { RecorderTools } from "./record/tools.js";
import type { FrontWatch } from "./watch.js";

const askMs = 3_000;

export interface PermissionParts {
  readonly watch: Pick<FrontWatch, "source" | "current">;
  readonly accessibility: Pick<AccessibilityBus, "read">;
  readonly lock: Pick<LockReader, "state">;
  readonly tools: Pick<RecorderTools, "missing">;
}

/** What the watcher can and cannot do here. On Linux nothing is granted by a person: it is there or it is not. */
export function permissionHandlers({
  watch,
  accessibility,
  lock,
  tools,
}: PermissionParts): Pick<Handlers<WatcherContract>, "permissions"> {
  return {
    async permissions(_params, { signal }) {
      const patient = timeLimit(askMs, signal);
      return {
        permissions: await Promise.all([
          of("front", () => watch.current(patient)),
          of("input", async () => {
            if ((await watch.source(patient)).seesInput) return;
            throw new CodedError("unsupported", "The X server has no XInput 2.2, so causes of changes stay unknown.");
          }),
          of("accessibility", () => accessibility.read(patient, askMs, () => Promise.resolve())),
          of("lock", () => lock.state(patient)),
          of("screen_recording", async () => {
            const missing = await tools.missing();
            if (missing !== null) throw missing;
          }),
        ]),
      };
    },
  };
}

async function of(name: Permission["name"], ask: () => Promise<unknown>): Promise<Permission> {
  try {
    await ask();
    return { name, state: "granted", advice: null };
  } catch (error) {
    const advice = error instanceof CodedError ? error.message : "It could not be asked; see the log.";
    return { name, state: "missing", advice };
  }
}
