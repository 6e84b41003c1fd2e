export * from "./blend.js";
export * from "./embedder.js";
export * from "./messages.js";
export * from "./ranker.js";
export * from "./settings.js";
export * from "./similarity.js";
