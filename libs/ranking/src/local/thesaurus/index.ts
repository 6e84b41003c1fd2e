export * from "./load.js";
export * from "./lookup.js";
export * from "./parse.js";
