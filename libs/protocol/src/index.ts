export * from "./define.js";
export * from "./envelope.js";
export * from "./methods/common.js";
export * from "./methods/desktop.js";
export * from "./methods/ranker.js";
export * from "./methods/verifier.js";
export * from "./methods/watcher.js";
export * from "./version.js";
