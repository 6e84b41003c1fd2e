export * from "./contract.js";
export * from "./front.js";
export * from "./lock.js";
export * from "./permissions.js";
export * from "./reading.js";
export * from "./record.js";
