export * from "./candidate.js";
