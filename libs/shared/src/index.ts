export * from "./app.js";
export * from "./codes.js";
export * from "./identity.js";
export * from "./path.js";
export * from "./text.js";
export * from "./time-limit.js";
export * from "./url.js";
