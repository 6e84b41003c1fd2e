export * from "./choice.js";
export * from "./limits.js";
export * from "./record/egress.js";
export * from "./service.js";
export * from "./settings/env-files.js";
export * from "./experiment/index.js";
