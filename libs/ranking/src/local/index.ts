export { evidenceNames, evidenceOf } from "./evidence.js";
export { featureNames, featuresOf, type FeatureName } from "./features/index.js";
export * from "./model.js";
export * from "./rank.js";
export * from "./ranker.js";
export { tokens } from "./tokens.js";
export { warmUp } from "./warm-up.js";
