import type { AccessibleReading } from "@beans-picker/desktop";

/** Toolkits that must be treated in their own way somewhere. */
export type Toolkit = "gtk3" | "gtk4" | "qt" | "chromium" | "other";

export function toolkitOf({ name, version }: AccessibleReading["toolkit"]): Toolkit {
  const lower = name.toLowerCase();
  if (lower === "gtk") return version.startsWith("3") ? "gtk3" : "gtk4";
  if (lower === "qt") return "qt";
  return lower.startsWith("chrom") ? "chromium" : "other";
}
