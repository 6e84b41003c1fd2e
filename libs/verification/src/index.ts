export * from "./verdict.js";
