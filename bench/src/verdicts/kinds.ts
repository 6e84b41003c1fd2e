/** Kinds of actions that are judged here, in the order of the table. */
export const actionKinds = ["click", "toggle", "set_value", "choose_option", "key", "menu"] as const;
export type JudgedKind = (typeof actionKinds)[number];
