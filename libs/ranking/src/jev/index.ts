export * from "./client.js";
export * from "./config.js";
export * from "./http/failure.js";
export * from "./ranker.js";
export type { Contents } from "./request/egress.js";
