export * from "./labels.js";
export * from "./read.js";
export * from "./state.js";
