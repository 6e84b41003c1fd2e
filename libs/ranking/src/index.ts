export * from "./ranking.js";
