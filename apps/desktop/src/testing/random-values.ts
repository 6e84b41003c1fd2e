import type { FixtureValues, FormValues } from "@beans-picker/fixture";
import fc from "fast-check";

const text = fc.constantFrom("", "a", "Zoë 😀", " two words ");
const shared = {
  name: text,
  body: fc.constantFrom("", "one\ntwo", "long\n".repeat(30)),
  newsletter: fc.boolean(),
  notifications: fc.boolean(),
  plan: fc.constantFrom("Free" as const, "Pro" as const, "Team" as const),
  size: fc.constantFrom("Small" as const, "Medium" as const, "Large" as const),
  volume: fc.integer({ min: 0, max: 100 }),
  quantity: fc.integer({ min: 0, max: 99 }).map((value) => ({ value, text: String(value) })),
  tab: fc.constantFrom("General" as const, "Advanced" as const, "About" as const),
  selectedRow: fc.constantFrom("Ada Lovelace" as const, "Alan Turing" as const, "Grace Hopper" as const, null),
  treeExpanded: fc.subarray(["Projects", "Archive"]),
};
const others = { host: text, moreShown: fc.boolean() };

/** What a fixture is told to show: a few controls at a time, some of them on pages that do not show. */
export const gtk3Change: fc.Arbitrary<FixtureValues> = fc.record(shared, { requiredKeys: [] });
/** The same for the small fixtures of other toolkits. */
export const formChange: fc.Arbitrary<FormValues> = fc.record({ ...shared, ...others }, { requiredKeys: [] });
