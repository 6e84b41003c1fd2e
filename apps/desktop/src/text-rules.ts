import { singleLineRoles, type Role } from "@beans-picker/desktop";
import { scrubText } from "@beans-picker/shared";
import { refuse, type Refused } from "./bind.js";

export const lineBreak = /[\n\r\u0085\u2028\u2029]/;
const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** Refuses text that cannot arrive in a field of this role exactly as given; `undefined` when it can. */
export function refuseText(role: Role, text: string): Refused | undefined {
  if (singleLineRoles.has(role) && lineBreak.test(text)) return refuse("line_break_refused");
  if (text.includes("\0") || scrubText(text) !== text) {
    return refuse("bad_arguments", "`text` has a null character or half a surrogate pair; nothing was sent.");
  }
  if (role === "slider" && !plainNumber.test(text.trim())) {
    return refuse("bad_arguments", "A slider takes a plain number such as 70 or 0.5; nothing was sent.");
  }
  return undefined;
}
