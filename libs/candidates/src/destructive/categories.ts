/** Why an action needs a person's consent. */
export const destructiveCategories = ["removal", "discard", "session", "outbound", "money", "publish"] as const;
export type DestructiveCategory = (typeof destructiveCategories)[number];
