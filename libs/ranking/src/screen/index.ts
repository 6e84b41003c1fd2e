export * from "./clean.js";
export * from "./request.js";
