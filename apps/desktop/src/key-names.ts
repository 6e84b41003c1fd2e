/** `cmd+shift+z` → `["cmd", "shift", "z"]`; a final `+` is a key of its own (`cmd++`). */
export function splitKeys(text: string): string[] {
  const parts =
    text.endsWith("++") || text === "+" ? [...text.slice(0, -1).split("+").slice(0, -1), "+"] : text.split("+");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
