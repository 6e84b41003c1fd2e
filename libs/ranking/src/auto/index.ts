export * from "./combine.js";
export * from "./ranker.js";
