export * from "./choice.js";
export * from "./limits.js";
export * from "./service.js";
