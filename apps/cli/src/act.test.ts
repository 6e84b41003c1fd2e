import { startFixture, startSentinel, type Fixture, type Sentinel } from "@beans-picker/fixture";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { definedEnv, openSession, type TestSession } from "./testing/session.js";

let session: TestSession;
let sentinel: Sentinel;
let fixture: Fixture;
let target: { pid: number; windowId: number };

beforeAll(async () => {
  session = await openSession();
  sentinel = await startSentinel({ env: definedEnv(), title: "Sentinel" });
  await sentinel.waitFor((state) => state.active);
});
afterAll(async () => {
  await session.close();
  await sentinel.stop();
});
beforeEach(async () => {
  fixture = await startFixture({ env: definedEnv() });
  target = { pid: fixture.pid, windowId: fixture.windowId };
});
afterEach(async () => {
  await fixture.stop();
  // Whatever a test did, the window in front kept the focus.
  const { events } = await sentinel.state();
  expect(events.filter(({ name }) => name.startsWith("focus-out"))).toEqual([]);
});

async function candidate(does: string): Promise<string> {
  const { candidates } = await session.call("observe", { ...target, limit: 500 });
  const found = candidates?.filter((each) => each.does.includes(does)) ?? [];
  expect(
    found.map((each) => each.does),
    does,
  ).toHaveLength(1);
  return found[0]?.id ?? "";
}

describe("act on a real app behind another window", () => {
  it("ticks a check box, and says done because its state was read [status.done]", async () => {
    const answer = await session.call("act", { ...target, instruction: "tick the Newsletter check box" });
    expect(answer).toMatchObject({ status: "done", delivery: "delivered", action: { kind: "toggle" } });
    expect(answer.verification?.exact).toBe(true);
    expect((await fixture.state()).newsletter).toBe(true);
  });

  it("enters a text to the code unit, and says done because it was read back [native.exact-text]", async () => {
    const text = "  Zoë ✓ 😀 e\u0301 ";
    const answer = await session.call("act", { ...target, instruction: "enter the name", text });
    expect(answer).toMatchObject({ status: "done", delivery: "delivered", verification: { exact: true } });
    expect((await fixture.waitFor((state) => state.name !== "")).name).toBe(text);
  });

  it("says done for a button when a text elsewhere names it", async () => {
    const answer = await session.call("act", { ...target, instruction: "press the Save button" });
    expect(answer).toMatchObject({ status: "done", verification: { evidence: "A new text names what was pressed." } });
    expect((await fixture.waitFor((state) => state.saves > 0)).saves).toBe(1);
  });

  it("never says done for a button whose only effect is elsewhere on the window [verdict.target-evidence]", async () => {
    const answer = await session.call("act", { ...target, instruction: "press Prepare" });
    expect(answer.status).toBe("unverified");
    expect((await fixture.waitFor((state) => state.prepared > 0)).prepared).toBe(1);
  });

  it("says no_effect when nothing on the window changed [status.no_effect]", async () => {
    const press = { ...target, instruction: "press the Save button" };
    await session.call("act", press);
    // The status reads "Saved" already, so the second press changes nothing that can be seen.
    expect(await session.call("act", press)).toMatchObject({ status: "no_effect", delivery: "delivered" });
    expect((await fixture.state()).saves).toBe(2);
  });

  it("says mismatch when the app made something else of the value [status.mismatch]", async () => {
    const candidateId = await candidate('the value of slider "Volume"');
    const answer = await session.call("act", { ...target, instruction: "set the volume", candidateId, text: "500" });
    expect(answer.status).toBe("mismatch");
    expect((await fixture.waitFor((state) => state.volume !== 30)).volume).toBe(100);
  });

  it("asks before something that may not be undoable, and sends nothing [status.needs_confirmation]", async () => {
    const candidateId = await candidate("Delete note");
    const answer = await session.call("act", { ...target, instruction: "delete the note", candidateId });
    expect(answer).toMatchObject({ status: "needs_confirmation", action: { id: candidateId } });
    expect((await fixture.state()).deletes).toBe(0);
    const allowed = { ...target, instruction: "delete the note", candidateId, allowDestructive: true };
    expect((await session.call("act", allowed)).delivery).toBe("delivered");
    expect((await fixture.waitFor((state) => state.deletes > 0)).deletes).toBe(1);
  });

  it("answers not_found for an id that no control has [status.not_found]", async () => {
    const answer = await session.call("act", { ...target, instruction: "x", candidateId: `c${"0".repeat(32)}` });
    expect(answer.status).toBe("not_found");
    expect(answer.delivery).toBeUndefined();
  });

  it("answers ambiguous for look-alikes, with a shortlist, and presses none [status.ambiguous]", async () => {
    const answer = await session.call("act", { ...target, instruction: "press the Edit button" });
    expect(answer.status).toBe("ambiguous");
    expect(answer.candidates?.length).toBeGreaterThan(1);
    const { rows } = await fixture.state();
    expect(Object.values(rows).every(({ edits }) => edits === 0)).toBe(true);
  });

  it("refuses text for a button and no text for a field [code.text_not_used] [code.text_required]", async () => {
    const save = await candidate('click button "Save"');
    expect(await session.call("act", { ...target, instruction: "save", candidateId: save, text: "x" })).toMatchObject({
      status: "failed",
      code: "text_not_used",
    });
    const email = await candidate(`whole text of text field "Email"`);
    expect(await session.call("act", { ...target, instruction: "email", candidateId: email })).toMatchObject({
      status: "failed",
      code: "text_required",
    });
    const state = await fixture.state();
    expect([state.saves, state.email]).toEqual([0, ""]);
  });

  it("refuses modifiers for anything but a click [code.modifiers_not_used]", async () => {
    const candidateId = await candidate(`whole text of text field "Email"`);
    const args = { ...target, instruction: "email", candidateId, text: "x", modifiers: ["shift"] };
    expect(await session.call("act", args)).toMatchObject({ status: "failed", code: "modifiers_not_used" });
  });

  it("tells the titles when a pop-up has no such option [code.option_not_found] [status.failed]", async () => {
    const answer = await session.call("act", { ...target, instruction: "choose the size", text: "Huge" });
    expect(answer).toMatchObject({ status: "failed", code: "option_not_found", delivery: "not_delivered" });
    expect(answer.message).toContain("Large");
    expect((await fixture.state()).size).toBe("Small");
  });

  it("runs a sequence, each step from where the last one left, and stops where one fails [act.sequence]", async () => {
    const answer = await session.call("act", {
      ...target,
      instruction: "choose the size",
      text: "Large",
      then: [
        { instruction: "tick the Newsletter check box" },
        { instruction: "x", candidateId: `c${"0".repeat(32)}` },
        { instruction: "press the Save button" },
      ],
    });
    expect(answer).toMatchObject({ status: "not_found", skipped: 1 });
    expect(answer.steps?.map(({ status }) => status)).toEqual(["done", "done", "not_found"]);
    const state = await fixture.state();
    expect([state.size, state.newsletter, state.saves]).toEqual(["Large", true, 0]);
  });

  it("shows what an action brought up, so that no further look is needed [act.news]", async () => {
    const answer = await session.call("act", { ...target, instruction: 'press "Open dialog…"' });
    expect(["done", "unverified"]).toContain(answer.status);
    await fixture.waitFor((state) => state.dialogs.confirm.opened === 1);
  });

  it("reads a text as the app shows it", async () => {
    await session.call("act", { ...target, instruction: "press the Save button" });
    await fixture.waitFor((state) => state.status === "Saved");
    const answer = await session.call("extract", { ...target, instruction: 'the "Saved" status text' });
    expect(answer.status).toBe("done");
    expect(JSON.stringify(answer.element)).toContain("Saved");
  });

  it("never shows what a password field holds [privacy.secure]", async () => {
    const secret = "hunter2-☂";
    await session.call("act", { ...target, instruction: "enter the password", text: secret });
    await fixture.waitFor((state) => state.password === secret);
    const answers = [
      await session.call("observe", { ...target, limit: 500 }),
      await session.call("extract", { ...target, instruction: "the password" }),
    ];
    for (const answer of answers) {
      expect(JSON.stringify(answer)).not.toContain("hunter2");
      expect(JSON.stringify(answer)).not.toContain("●");
    }
  });
});
