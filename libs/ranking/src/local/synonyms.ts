import { stem } from "./tokens.js";

/** Words that name the same thing on a desktop. General ones only: an app's own words belong to its labels. */
const groups = [
  "settings preferences options configuration configure properties",
  "colour color",
  "find search look seek",
  "delete remove erase trash bin",
  "close quit exit leave",
  "image picture photo icon",
  "folder directory",
  "email mail",
  "font typeface",
  "big large bigger larger increase enlarge zoom",
  "small smaller decrease reduce shrink",
  "begin start launch run",
  "stop end halt abort",
  "new create add make",
  "save store keep",
  "ok accept apply confirm",
  "cancel dismiss abandon",
  "next forward following",
  "back previous return",
  "show display view visible reveal",
  "hide conceal invisible",
  "help manual documentation guide",
  "about version information info",
  "copy duplicate",
  "sign log login",
  "password passphrase secret",
  "username user account",
  "number digit numeral",
  "times multiply multiplication multiplied",
  "plus sum addition",
  "minus subtract subtraction",
  "divide division divided",
  "equals result compute calculate",
  "whole entire all every",
  "print printer paper",
  "undo revert",
  "page sheet",
  "sort order arrange",
  "volume sound audio loudness",
  "dark black night",
  "light white bright",
  "enable activate",
  "text words",
  "file document",
  "wrap break",
  "size dimension",
  "speed fast pace",
  "basket cart",
  "buy purchase checkout",
  "phone telephone",
  "address url location",
  "title name heading",
];

const table = new Map<string, Set<string>>();
for (const group of groups) {
  const stems = group.split(" ").map(stem);
  for (const one of stems) {
    const known = table.get(one) ?? new Set<string>();
    for (const other of stems) if (other !== one) known.add(other);
    table.set(one, known);
  }
}

const nothing: ReadonlySet<string> = new Set();

/** Other stems for the same thing; never the stem itself. */
export function synonymsOf(token: string): ReadonlySet<string> {
  return table.get(token) ?? nothing;
}
