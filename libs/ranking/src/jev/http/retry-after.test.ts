import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.js";
import { parseRetryAfter } from "./retry-after.js";

const now = Date.parse("2026-10-21T07:28:00Z");

describe("Retry-After", () => {
  it.each<[string | string[] | undefined, number | undefined]>([
    ["3", 3000],
    [" 3 ", 3000],
    ["0", 0],
    ["3600", 3_600_000],
    ["-5", undefined],
    ["", undefined],
    ["1.5", undefined],
    ["0x10", undefined],
    ["1e3", undefined],
    ["NaN", undefined],
    ["Infinity", undefined],
    ["soon", undefined],
    ["9999999", undefined],
    [["1", "2"], undefined],
    ["1, 2", undefined],
    [undefined, undefined],
    ["Wed, 21 Oct 2026 07:28:10 GMT", 10_000],
    ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
    ["Wednesday, 21-Oct-26 07:28:10 GMT", undefined],
    ["Wed, 99 Oct 2026 07:28:10 GMT", undefined],
  ])("%j asks to wait %s ms (rows 3, 4)", (value, expected) => {
    expect(parseRetryAfter(value, undefined, now)).toBe(expected);
  });

  it("counts from the response's own date, so that a wrong clock here does not matter (row 5)", () => {
    const until = "Wed, 21 Oct 2026 07:28:10 GMT";
    for (const clock of [now - 86_400_000, now, now + 86_400_000]) {
      expect(parseRetryAfter(until, "Wed, 21 Oct 2026 07:28:06 GMT", clock)).toBe(4000);
    }
    expect(parseRetryAfter(until, "nonsense", now)).toBe(10_000);
  });

  it("never makes for an immediate retry, nor for one later than is waited for (rows 2, 4)", () => {
    const asked = fc.option(fc.nat(200_000), { nil: undefined });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        asked,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, after, random) => {
          const wait = backoffMs(attempt, after, random);
          if (after !== undefined && after > 60_000) expect(wait).toBeUndefined();
          else {
            expect(wait).toBeGreaterThanOrEqual(250);
            expect(wait).toBeLessThanOrEqual(60_000);
          }
        },
      ),
    );
  });
});
