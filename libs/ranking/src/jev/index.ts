export * from "./client.js";
export * from "./config.js";
export * from "./http/failure.js";
