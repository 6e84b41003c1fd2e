import { editableRoles } from "@beans-picker/desktop";
import { changedFields } from "../change.js";
import type { Evidence } from "./rule.js";

const clearing: ReadonlySet<string> = new Set(["AC", "C", "CE"]);
const empty: ReadonlySet<string> = new Set(["", "0"]);

/**
 * Whether the one field that changed shows what a key does: what it held with the key after it, the key alone, nothing any
 * more after a clear key, or one character less after backspace.
 */
export function entered({ before, after }: Pick<Evidence, "before" | "after">, key: string): boolean {
  const fields = changedFields(before, after).filter(({ is }) => editableRoles.has(is.role));
  const [field, ...others] = fields;
  if (field === undefined || others.length > 0) return false;
  const [old, now] = [field.was.rawValue ?? field.was.value ?? "", field.is.rawValue ?? field.is.value ?? ""];
  if (clearing.has(key)) return empty.has(now.trim());
  if (key === "⌫") return now.trim() === old.trim().slice(0, -1);
  if (!/^[\p{N}\p{S}\p{P}]$/u.test(key)) return false;
  return now === old + key || (now === key && old !== key);
}
