import { startFixture, startSentinel, type Fixture, type Sentinel } from "@beans-picker/fixture";
import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { definedEnv, openSession, until, type TestSession } from "./testing/session.js";

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
afterEach(() => fixture.stop());

async function candidate(query: string, does: string, by: TestSession = session): Promise<string> {
  const { candidates } = await by.call("observe", { ...target, query });
  const found = candidates?.filter((each) => each.does.includes(does)) ?? [];
  expect(found, does).toHaveLength(1);
  return found[0]?.id ?? "";
}

describe("an expectation of a step", () => {
  it("proves the step when it came true with it [act.expect]", async () => {
    const press = { ...target, instruction: "press the Save button", expect: { text: "Saved" } };
    expect(await session.call("act", press)).toMatchObject({ status: "done", verification: { expected: "met" } });
    expect((await fixture.state()).saves).toBe(1);
  });

  it("proves nothing when it was true before", async () => {
    await session.call("act", { ...target, instruction: "press the Save button" });
    // The window says "Saved" since the first press, and the second one changes nothing that can be seen.
    const again = { ...target, instruction: "press the Save button", expect: { text: "Saved" } };
    const answer = await session.call("act", again);
    expect(answer).toMatchObject({ status: "no_effect", verification: { expected: "already" } });
    expect((await fixture.state()).saves).toBe(2);
  });

  it("makes the step a mismatch when it does not come true, and stops the sequence [act.expect]", async () => {
    const answer = await session.call("act", {
      ...target,
      instruction: "enter the name",
      text: "Ada",
      expect: { value: "Bob", timeoutMs: 200 },
      then: [{ instruction: "press the Save button" }],
    });
    expect(answer).toMatchObject({ status: "mismatch", skipped: 1 });
    expect(answer.steps?.[0]?.message).toContain("value");
    expect(await fixture.state()).toMatchObject({ name: "Ada", saves: 0 });
  });

  it("waits for what comes late", async () => {
    const answer = await session.call("act", {
      ...target,
      instruction: "press the Slow effect button",
      expect: { text: "Done 1", timeoutMs: 20_000 },
    });
    expect(answer.status).toBe("done");
    expect((await fixture.state()).slowEffects).toBe(1);
  });
});

describe("something that may not be undoable", () => {
  const deletion = (candidateId: string) => ({ ...target, instruction: "delete the note", candidateId });

  it("goes on with the token of exactly this action, once [act.confirm]", async () => {
    const id = await candidate("delete note", 'button "Delete note"');
    const { confirm = "", status } = await session.call("act", deletion(id));
    expect(status).toBe("needs_confirmation");
    const quit = await candidate("quit", "File > Quit");
    expect((await session.call("act", { ...deletion(quit), confirm })).status).toBe("needs_confirmation");
    expect((await fixture.state()).quit).toBe(false);
    expect((await session.call("act", { ...deletion(id), confirm })).delivery).toBe("delivered");
    await fixture.waitFor((state) => state.deletes === 1);
    expect((await session.call("act", { ...deletion(id), confirm })).status).toBe("needs_confirmation");
    expect((await fixture.state()).deletes).toBe(1);
  });

  it.each([
    ["goes on in the same call after a yes", { action: "accept" as const, content: { confirm: true } }, 1],
    ["is not done after a no", { action: "decline" as const }, 0],
    ["is not done after a yes that is none", { action: "accept" as const, content: { confirm: false } }, 0],
    ["is not done when the question is closed", { action: "cancel" as const }, 0],
  ])("%s, when the client can ask the person [act.ask]", async (_, answer, deletes) => {
    const questions: string[] = [];
    const asking = await openSession({}, { answer: (question) => (questions.push(question), answer) });
    try {
      const id = await candidate("delete note", 'button "Delete note"', asking);
      const { status, delivery } = await asking.call("act", deletion(id));
      expect(questions).toHaveLength(1);
      expect(questions[0]).toContain("Delete note");
      if (deletes === 0) expect(status).toBe("needs_confirmation");
      else expect(delivery).toBe("delivered");
      await fixture.waitFor((state) => state.deletes === deletes);
    } finally {
      await asking.close();
    }
  });

  it("is not done when the control went away while the person was asked", async () => {
    const asking = await openSession(
      {},
      {
        answer: async () => {
          await fixture.set({ tab: "Advanced" });
          await fixture.waitFor((state) => state.tab === "Advanced");
          return { action: "accept", content: { confirm: true } };
        },
      },
    );
    try {
      const id = await candidate("delete ada", 'button "Delete"', asking);
      const answer = await asking.call("act", { ...target, instruction: "delete Ada", candidateId: id });
      // What is on another tab now may still be told by the app; then it is the very same control.
      if (answer.delivery === undefined) expect(answer.status).toBe("not_found");
      else expect(answer.action?.id).toBe(id);
    } finally {
      await asking.close();
    }
  });
});

describe("a long call", () => {
  it("tells how far it is, with numbers that grow [call.progress]", async () => {
    const events: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
    await session.call(
      "act",
      {
        ...target,
        instruction: "enter the name",
        text: "Ada",
        then: [{ instruction: "tick the Newsletter check box" }],
      },
      { onprogress: (event) => events.push(event) },
    );
    expect(events.length).toBeGreaterThan(4);
    events.forEach(({ progress, total }, index) => {
      expect(total).toBe(2);
      if (index > 0) expect(progress).toBeGreaterThan(events[index - 1]?.progress ?? 2);
    });
    expect(events.some(({ message }) => message?.startsWith("step 2 of 2") === true)).toBe(true);
  });

  it("stops before the next action when it is cancelled, and says what it had done [call.cancel-told]", async () => {
    const notes: unknown[] = [];
    session.client.setNotificationHandler(
      LoggingMessageNotificationSchema,
      ({ params }) => void notes.push(params.data),
    );
    const cancel = new AbortController();
    const waiting = session.call(
      "act",
      {
        ...target,
        instruction: "press the Save button",
        expect: { text: "what never comes", timeoutMs: 25_000 },
        then: [{ instruction: "tick the Newsletter check box" }],
      },
      { signal: cancel.signal },
    );
    await fixture.waitFor((state) => state.saves === 1, 30_000);
    cancel.abort();
    await expect(waiting).rejects.toThrow();
    const next = await session.call("observe", target);
    expect(next.earlier?.[0]).toContain('click button "Save"');
    await until("a log message", () => (notes.length > 0 ? true : undefined));
    expect(await fixture.state()).toMatchObject({ saves: 1, newsletter: false });
    expect((await session.call("observe", target)).earlier).toBeUndefined();
  });
});

describe("calls on two apps", () => {
  it("do not wait for each other when one app hangs [call.side-by-side]", async () => {
    const other = await startFixture({ env: definedEnv(), title: "Other" });
    try {
      const free = { pid: other.pid, windowId: other.windowId };
      process.kill(fixture.pid, "SIGSTOP");
      const hung = session.call("observe", target, { timeout: 120_000 }).then(
        () => "ended",
        () => "ended",
      );
      const first = await Promise.race([
        hung,
        session.call("act", { ...free, instruction: "enter the name", text: "Ada" }).then(({ status }) => status),
      ]);
      expect(first).toBe("done");
      expect((await other.state()).name).toBe("Ada");
      process.kill(fixture.pid, "SIGCONT");
      await hung;
      // The app that hung is fine again.
      expect((await session.call("act", { ...target, instruction: "enter the name", text: "Bob" })).status).toBe(
        "done",
      );
    } finally {
      process.kill(fixture.pid, "SIGCONT");
      await other.stop();
    }
  });
});
