/** Kinds of actions that are judged here, in the order of the table. */
export const actionKinds = [
  "click",
  "toggle",
  "set_value",
  "type_into",
  "append",
  "choose_option",
  "select",
  "expand",
  "scroll",
  "key",
  "menu",
  "keypad",
  "drag",
] as const;
export type JudgedKind = (typeof actionKinds)[number];
