export { changeBetween } from "./change.js";
export { judge, type Judgement } from "./judge.js";
export { defaultBudgetMs, hasSettled, nextLook, stayMs } from "./settling.js";
export { signature } from "./signature.js";
export * from "./verdict.js";
export { begin, type Watch } from "./watch.js";
