export { byWords, type Judge } from "./answer.js";
export { estimateTokens, serviceLimits, type TokenLimits } from "./check.js";
export * from "./cut.js";
export * as faults from "./faults.js";
export * from "./proxy.js";
export type { Entry, Question, RequestBody } from "./question.js";
export * from "./server.js";
export type { Wire } from "./wire.js";
