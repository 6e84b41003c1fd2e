export type { DesktopBackend, Look, WindowRef } from "./backend.js";
export { startBudget, type CallBudget } from "./budget.js";
export { createHandlers } from "./service.js";
export { SnapshotStore, type StoreLimits, type StoreOptions } from "./store.js";
export { createBackend } from "./create-backend.js";
export { startDesktop } from "./start.js";
