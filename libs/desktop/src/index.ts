export * from "./action.js";
export * from "./roles.js";
export * from "./snapshot.js";
