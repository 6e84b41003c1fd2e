import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { confirmationLifetimeMs, createConfirmations, type ConfirmedAction } from "./tokens.js";

const secret = randomBytes(32);

/** Tokens under a clock that the test moves. */
function bench(options: { secret?: Uint8Array } = {}) {
  const clock = { now: 1_000_000 };
  const tokens = createConfirmations({ secret, now: () => clock.now, nonce: () => randomBytes(12), ...options });
  return { clock, tokens };
}

const deletion: ConfirmedAction = {
  pid: 10,
  windowId: 20,
  candidate: { id: `c${"0".repeat(32)}`, kind: "click", does: 'click button "Delete"' },
};

const actions: fc.Arbitrary<ConfirmedAction> = fc.record({
  pid: fc.integer({ min: 1, max: 3 }),
  windowId: fc.integer({ min: 1, max: 3 }),
  candidate: fc.record({
    id: fc.constantFrom("ca", "cb"),
    kind: fc.constantFrom("click" as const, "choose_option" as const),
    does: fc.constantFrom("x", 'x","y'),
  }),
  text: fc.option(fc.constantFrom("", "a", "\ud800", "\udc00"), { nil: undefined }),
  modifiers: fc.constantFrom(undefined, ["shift" as const], ["shift" as const, "ctrl" as const]),
  dragTo: fc.constantFrom(undefined, { candidateId: "cc" }, { dx: 1, dy: 2 }, { dx: 12, dy: 0 }),
});

describe("a confirmation token", () => {
  it("allows what was shown, once [confirmation.single_use]", () => {
    const { tokens } = bench();
    const token = tokens.issue(deletion);
    expect(tokens.redeem(token, deletion)).toBe("confirmed");
    expect(tokens.redeem(token, deletion)).toBe("used");
  });

  it("allows nothing but exactly the action, control, window and text that were shown [confirmation.bound]", () => {
    fc.assert(
      fc.property(actions, actions, (shown, other) => {
        const { tokens } = bench();
        const same = JSON.stringify(shown) === JSON.stringify(other);
        expect(tokens.redeem(tokens.issue(shown), other)).toBe(same ? "confirmed" : "other_action");
      }),
      { numRuns: 500 },
    );
  });

  it("survives a try with another action", () => {
    const { tokens } = bench();
    const token = tokens.issue(deletion);
    expect(tokens.redeem(token, { ...deletion, windowId: 21 })).toBe("other_action");
    expect(tokens.redeem(token, deletion)).toBe("confirmed");
  });

  it("does not ask in which order modifiers are named", () => {
    const { tokens } = bench();
    const token = tokens.issue({ ...deletion, modifiers: ["shift", "cmd"] });
    expect(tokens.redeem(token, { ...deletion, modifiers: ["cmd", "shift"] })).toBe("confirmed");
  });

  it("expires, and its use is then forgotten with it [confirmation.expires]", () => {
    const { clock, tokens } = bench();
    const [late, inTime] = [tokens.issue(deletion), tokens.issue(deletion)];
    clock.now += confirmationLifetimeMs - 1;
    expect(tokens.redeem(inTime, deletion)).toBe("confirmed");
    clock.now += 1;
    expect(tokens.redeem(late, deletion)).toBe("expired");
    expect(tokens.redeem(inTime, deletion)).toBe("expired");
  });

  it("of another process, changed or made up is refused [confirmation.bound]", () => {
    const { tokens } = bench();
    const other = bench({ secret: randomBytes(32) });
    expect(tokens.redeem(other.tokens.issue(deletion), deletion)).toBe("other_action");
    const token = tokens.issue(deletion);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom("a", "Z", "0", ".", "~"), (at, letter) => {
        const changed = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
        // The last letter of a base64 text has bits that stand for nothing.
        if (changed !== token && at < token.length - 1) expect(tokens.redeem(changed, deletion)).not.toBe("confirmed");
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tokens.redeem(text, deletion)).toBe("not_ours");
      }),
    );
    expect(tokens.redeem("ok1.".repeat(100_000), deletion)).toBe("not_ours");
  });

  it("cannot be given a longer life by its holder", () => {
    const { clock, tokens } = bench();
    const [kind, expiry, ...rest] = tokens.issue(deletion).split(".");
    const longer = [kind, (parseInt(expiry ?? "", 36) + 1_000_000).toString(36), ...rest].join(".");
    expect(tokens.redeem(longer, deletion)).toBe("other_action");
    clock.now += confirmationLifetimeMs;
    expect(tokens.redeem(longer, deletion)).toBe("other_action");
  });

  it("does not show what it allows", () => {
    const { tokens } = bench();
    const token = tokens.issue({ ...deletion, text: "hunter2hunter2" });
    expect(token).toMatch(/^ok1\.[\w.-]{40,90}$/);
    expect(Buffer.from(token.split(".").at(-1) ?? "", "base64url").toString("latin1")).not.toContain("hunter2");
  });

  it("needs a secret that is one", () => {
    expect(() => bench({ secret: new Uint8Array(4) })).toThrow(RangeError);
  });
});
