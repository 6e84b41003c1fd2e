export * from "./recording.js";
export * from "./run.js";
export type { Summary } from "./measure.js";
