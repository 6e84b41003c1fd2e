export * from "./calibration.js";
export * from "./decide.js";
export * from "./thresholds.js";
