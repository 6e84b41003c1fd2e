export * from "./auto/index.js";
export * from "./cache/index.js";
export * from "./gate/index.js";
export * from "./labelled/index.js";
export * from "./local/index.js";
export * from "./ranker.js";
export * from "./ranking.js";
export * from "./screen/index.js";
