import { shippedModel } from "@beans-picker/ranking";

/** The apps whose windows the shipped weights were learned from. */
export function learnedFrom(): ReadonlySet<string> {
  return new Set(shippedModel().apps);
}
