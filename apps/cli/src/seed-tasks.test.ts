import { spawnSync } from "node:child_process";
import { startFixture, startSentinel, type Fixture, type FixtureValues, type Sentinel } from "@beans-picker/fixture";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startCalculator, type Calculator } from "./testing/calculator.js";
import { definedEnv, openSession, until, type TestAnswer, type TestSession } from "./testing/session.js";

/** The median of the published runs of beans-picker 0.5 is 5.5 tool calls. */
const mostCalls = 5;

let session: TestSession;
let sentinel: Sentinel;
let calls = 0;

/** A tool call as a client makes it, counted. */
async function call(tool: string, args: Record<string, unknown>): Promise<TestAnswer> {
  calls += 1;
  return session.call(tool, args);
}

beforeAll(async () => {
  session = await openSession();
  sentinel = await startSentinel({ env: definedEnv(), title: "Sentinel" });
});
afterAll(async () => {
  await session.close();
  await sentinel.stop();
});
afterEach(() => {
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThanOrEqual(mostCalls);
  calls = 0;
});

describe("the tasks on a form, by tool calls alone [tasks.seed]", () => {
  let fixture: Fixture;
  let target: { pid: number; windowId: number };
  let startedAt = 0;

  async function open(values: FixtureValues = {}): Promise<void> {
    fixture = await startFixture({ env: definedEnv() });
    await fixture.set(values);
    target = { pid: fixture.pid, windowId: fixture.windowId };
    await sentinel.waitFor((state) => state.active);
    startedAt = (await sentinel.state()).events.at(-1)?.seq ?? 0;
  }
  afterEach(async () => {
    await fixture.stop();
    // The window in front kept the focus all the time.
    const { events } = await sentinel.state();
    expect(events.filter(({ seq, name }) => seq > startedAt && name.startsWith("focus-out"))).toEqual([]);
  });

  it("enters a name with two spaces before and one behind it", async () => {
    await open();
    const name = "  Ada Lovelace ";
    expect((await call("act", { ...target, instruction: "enter the name", text: name })).status).toBe("done");
    expect(await fixture.state()).toMatchObject({ name, email: "", body: "", saves: 0 });
  });

  it("adds to the note and leaves the search alone", async () => {
    await open({ body: "todo:", search: "milk" });
    const { fields } = await call("observe", { ...target, query: "note" });
    const note = fields?.find(({ label }) => label === "Note");
    const text = `${note?.value ?? ""}\nbuy milk`;
    expect((await call("act", { ...target, instruction: "write the note", text })).status).toBe("done");
    expect(await fixture.state()).toMatchObject({ body: "todo:\nbuy milk", search: "milk", deletes: 0 });
  });

  it("chooses Large and saves once", async () => {
    await open();
    const answer = await call("act", {
      ...target,
      instruction: "choose the size",
      text: "Large",
      then: [{ instruction: "press the Save button", expect: { text: "Saved" } }],
    });
    expect(answer.steps?.map(({ status }) => status)).toEqual(["done", "done"]);
    expect(await fixture.state()).toMatchObject({ size: "Large", saves: 1 });
  });

  it("clears the search and keeps the note", async () => {
    await open({ search: "milk", body: "keep me" });
    const answer = await call("act", { ...target, instruction: "press Clear search" });
    expect(["done", "unverified"]).toContain(answer.status);
    await fixture.waitFor((state) => state.search === "");
    expect(await fixture.state()).toMatchObject({ search: "", body: "keep me", deletes: 0 });
  });

  it("mends a typing error in the address and ticks the box", async () => {
    await open({ email: "ada@exmaple.org" });
    const answer = await call("act", {
      ...target,
      instruction: "enter the email",
      text: "ada@example.org",
      then: [{ instruction: "tick the Newsletter check box" }],
    });
    expect(answer.steps?.map(({ status }) => status)).toEqual(["done", "done"]);
    expect(await fixture.state()).toMatchObject({ email: "ada@example.org", newsletter: true, saves: 0 });
  });
});

/** The calculator comes up with the focus, which then belongs to the window in front again. */
async function bringToFront(window: Sentinel): Promise<void> {
  if ((await window.state()).active) return;
  spawnSync("xdotool", ["windowactivate", String(window.windowId)], { env: definedEnv() });
  await window.waitFor((state) => state.active, 20_000);
}

describe("the tasks on a calculator, by tool calls alone [tasks.seed]", () => {
  let calculator: Calculator;
  let startedAt = 0;
  beforeAll(async () => {
    calculator = await startCalculator();
  }, 90_000);
  afterAll(() => calculator.stop());
  beforeEach(async () => {
    await bringToFront(sentinel);
    startedAt = (await sentinel.state()).events.at(-1)?.seq ?? 0;
  });
  afterEach(async () => {
    // The window in front kept the focus all the time.
    const { events, active } = await sentinel.state();
    expect(active).toBe(true);
    expect(events.filter(({ seq, name }) => seq > startedAt && name.startsWith("focus-out"))).toEqual([]);
  });

  it.each([
    { what: "a chain", expression: "(48+16)/8", expected: "8" },
    { what: "a percentage", expression: "80×15%", expected: "12" },
    { what: "a negated difference", expression: "−(7−19)", expected: "12" },
  ])("works out $what", async ({ expression, expected }) => {
    const { candidates } = await call("observe", { pid: calculator.pid, limit: 500 });
    const id = (part: string): string | undefined => candidates?.find(({ does }) => does.includes(part))?.id;
    const answer = await call("act", {
      pid: calculator.pid,
      instruction: "enter the expression",
      candidateId: id("text area"),
      text: expression,
      then: [{ instruction: "press =", candidateId: id('button "="') }],
    });
    expect(answer.steps?.map(({ delivery }) => delivery)).toEqual(["delivered", "delivered"]);
    await until(`the display ${expected}`, () => (calculator.display() === expected ? true : undefined), 20_000);
  });
});
