export * from "./judging.js";
export * from "./limits.js";
export * from "./look.js";
export * from "./running.js";
export * from "./service.js";
export * from "./watches.js";
