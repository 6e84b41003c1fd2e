export * from "./decisions.js";
export * from "./key.js";
