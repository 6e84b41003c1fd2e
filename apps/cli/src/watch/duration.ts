const units: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["min", 60_000],
  ["h", 3_600_000],
]);

/** `30s`, `500ms`, `2m`, `1h`; a number alone is seconds. Undefined for anything else and for nothing at all. */
export function milliseconds(text: string): number | undefined {
  const parts = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|min|h)?$/.exec(text.trim());
  const unit = units.get(parts?.[2] ?? "s");
  if (parts === null || unit === undefined) return undefined;
  const ms = Number(parts[1]) * unit;
  return ms > 0 && ms <= 7 * 24 * 3_600_000 ? ms : undefined;
}
