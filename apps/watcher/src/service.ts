import type { Handlers } from "@beans-picker/ipc";
import type { RunningCall, WatcherContract } from "@beans-picker/protocol";
import { type FrontParts, frontHandlers } from "./front/service.js";
import { type LockParts, lockHandlers } from "./lock/service.js";
import { permissionHandlers, type PermissionParts } from "./permissions.js";
import { readingHandlers, type ReadingParts } from "./reading/service.js";
import { recordHandlers, type RecordParts } from "./record/service.js";

/** Methods and events this process offers, as `hello` lists them. */
export const capabilities = [
  "front.current",
  "front.watch",
  "front.restore",
  "front.changed",
  "focus.changed",
  "calls.note",
  "calls.changed",
  "lock.state",
  "lock.changed",
  "text.exact",
  "menu.keys",
  "record.start",
  "record.stop",
  "record.ended",
  "permissions",
] as const;

export type ServiceParts = FrontParts &
  LockParts &
  ReadingParts &
  RecordParts &
  PermissionParts & {
    /** Told of every note of running calls. */
    readonly noted: (running: readonly RunningCall[]) => void;
  };

export function watcherHandlers(parts: ServiceParts): Handlers<WatcherContract> {
  return {
    ...frontHandlers(parts),
    ...lockHandlers(parts),
    ...readingHandlers(parts),
    ...recordHandlers(parts),
    ...permissionHandlers(parts),
    "calls.note": ({ running }) => {
      parts.noted(running);
      return Promise.resolve({});
    },
  };
}
