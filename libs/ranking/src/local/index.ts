export * from "./rank.js";
export * from "./ranker.js";
