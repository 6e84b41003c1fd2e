export * from "./changes.js";
export * from "./service.js";
export * from "./watch.js";
export * from "./x11/source.js";
