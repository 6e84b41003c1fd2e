export * from "./promises.js";
