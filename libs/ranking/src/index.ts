export * from "./gate.js";
export * from "./local.js";
export * from "./ranker.js";
export * from "./ranking.js";
