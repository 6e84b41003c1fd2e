import { CodedError } from "@beans-picker/shared";
import { describe, expect, it } from "vitest";
import { createLockGate, type WatcherPort } from "./lock-gate.js";

const never = new AbortController().signal;

/** A watcher that says what the test tells it to: real screens cannot be locked here. */
function watcher(answers: { capable?: boolean; locked?: boolean; gone?: boolean }): WatcherPort {
  return {
    capabilities: () =>
      answers.gone
        ? Promise.reject(new CodedError("watcher_unavailable"))
        : Promise.resolve(answers.capable ? ["lock.state"] : []),
    call: (method) =>
      answers.locked === undefined
        ? Promise.reject(new CodedError("screen_lock_unavailable"))
        : Promise.resolve(JSON.parse(JSON.stringify({ locked: answers.locked, by: ["logind"], method }))),
  };
}

async function refusal(promise: Promise<void>): Promise<string> {
  return promise.then(
    () => "let through",
    (error: unknown) => (error instanceof CodedError ? `${error.code}: ${error.message}` : "other"),
  );
}

describe("a locked screen", () => {
  it("refuses acting and reading calls, each in its own words [code.screen_locked]", async () => {
    const gate = createLockGate(watcher({ capable: true, locked: true }));
    expect(await refusal(gate("acts", never))).toBe("screen_locked: The screen is locked; nothing was done.");
    expect(await refusal(gate("reads", never))).toBe("screen_locked: The screen is locked; nothing was read.");
  });

  it("is asked about anew by every call", async () => {
    const answers = { capable: true, locked: true };
    const gate = createLockGate(watcher(answers));
    expect(await refusal(gate("reads", never))).toContain("screen_locked");
    answers.locked = false;
    expect(await refusal(gate("reads", never))).toBe("let through");
  });

  it("that nobody can tell of any more refuses calls too [code.screen_lock_unavailable]", async () => {
    const answers = { capable: true, locked: false, gone: false };
    const gate = createLockGate(watcher(answers));
    expect(await refusal(gate("acts", never))).toBe("let through");
    answers.gone = true;
    expect(await refusal(gate("acts", never))).toContain("screen_lock_unavailable");
    expect(await refusal(createLockGate(watcher({ capable: true }))("acts", never))).toContain(
      "screen_lock_unavailable",
    );
  });

  it("that this platform cannot tell of, or a watcher that never was there, holds up nobody", async () => {
    expect(await refusal(createLockGate(watcher({ capable: false }))("acts", never))).toBe("let through");
    expect(await refusal(createLockGate(watcher({ gone: true }))("acts", never))).toBe("let through");
  });
});
