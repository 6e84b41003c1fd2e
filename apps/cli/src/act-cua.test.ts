import { startFixture, startSentinel, type Fixture, type Sentinel } from "@beans-picker/fixture";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definedEnv, openSession, type TestSession } from "./testing/session.js";

/* What is different with the driver alone: it cannot read a field's text or a pop-up's value. */
describe("act through the driver", () => {
  let session: TestSession;
  let sentinel: Sentinel;
  let fixture: Fixture;
  let target: { pid: number; windowId: number };

  beforeAll(async () => {
    session = await openSession({ BEANS_PICKER_DRIVER: "cua" });
    sentinel = await startSentinel({ env: definedEnv(), title: "Sentinel" });
    await sentinel.waitFor((state) => state.active);
    fixture = await startFixture({ env: definedEnv() });
    target = { pid: fixture.pid, windowId: fixture.windowId };
  });
  afterAll(async () => {
    await session.close();
    await sentinel.stop();
    await fixture.stop();
  });

  it("enters a text to the code unit, and says unverified since it cannot be read back [status.unverified]", async () => {
    const text = "  Zoë ✓ 😀 e\u0301 ";
    const answer = await session.call("act", { ...target, instruction: "enter the name", text });
    expect(answer).toMatchObject({ status: "unverified", delivery: "delivered" });
    expect((await fixture.waitFor((state) => state.name !== "")).name).toBe(text);
  });

  it("chooses from a pop-up, and says unverified since its value cannot be read", async () => {
    const answer = await session.call("act", { ...target, instruction: "choose the size", text: "Large" });
    expect(answer).toMatchObject({ status: "unverified", delivery: "delivered" });
    expect((await fixture.waitFor((state) => state.size === "Large")).size).toBe("Large");
  });

  it("ticks a check box, and says done because its state was read", async () => {
    const answer = await session.call("act", { ...target, instruction: "tick the Newsletter check box" });
    expect(answer).toMatchObject({ status: "done", delivery: "delivered" });
    expect((await fixture.state()).newsletter).toBe(true);
  });
});
