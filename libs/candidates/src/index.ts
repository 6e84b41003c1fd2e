export * from "./build.js";
export * from "./candidate.js";
export * from "./confirmation/tokens.js";
export { contentOf, type ElementContent } from "./content.js";
export {
  destructiveCategories,
  destructiveCategory,
  isDestructiveLabel,
  type DestructiveCategory,
} from "./destructive/rules.js";
export { mostRulesText, parseCustomRules, type CustomRules } from "./destructive/custom.js";
export { isHidden } from "./hidden.js";
export { describeNode, shownLabel, spokenRole } from "./describe.js";
export * from "./elements.js";
export { keypadButtons } from "./keypad/find.js";
export { keyOf, keypadKeys } from "./keypad/keys.js";
export { keysOf, pressesFor } from "./keypad/presses.js";
export { dragFrom, type DragDraft, type DragTo } from "./kinds/drag.js";
export * from "./screen-text.js";
export * from "./surroundings.js";
export * from "./tree.js";
export { identitiesOf, type Identity } from "./view.js";
export * from "./with-text.js";
