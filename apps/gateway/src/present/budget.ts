/**
 * Rough size of a part of an answer, in UTF-16 units of its JSON; what is outside ASCII counts three times, since models
 * read it in smaller pieces. About 3.3 units are a token.
 */
export function weight(part: object | string): number {
  const json = JSON.stringify(part);
  let units = json.length;
  for (let at = 0; at < json.length; at += 1) if (json.charCodeAt(at) > 0x7f) units += 2;
  return units;
}

/** The first parts that fit into the budget together, at least `least` of them. */
export function fitting<T extends object | string>(parts: readonly T[], budget: number, least = 0): T[] {
  let left = budget;
  let count = 0;
  for (const part of parts) {
    left -= weight(part) + 1;
    if (left < 0 && count >= least) break;
    count += 1;
  }
  return parts.slice(0, count);
}
