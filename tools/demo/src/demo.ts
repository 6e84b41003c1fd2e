import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startFixture, startSentinel, type Fixture } from "@beans-picker/fixture";
import { z } from "zod";
import { openDesktop } from "./desktop.js";
import { followFront } from "./front-log.js";
import { printFact, printOutcome, printStep } from "./report.js";
import { connectSession, type Answer, type Session } from "./session.js";

/** Text with spaces at both ends: they must arrive. */
const name = "  Ada Lovelace ";

const pictures = fileURLToPath(new URL("../../../.cache/demo/", import.meta.url));

const stepAnswer = z.looseObject({
  status: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
  action: z.looseObject({ does: z.string() }).optional(),
  verification: z.looseObject({ evidence: z.string() }).optional(),
});
const answer = stepAnswer.extend({
  windows: z.array(z.looseObject({ windowId: z.number(), pid: z.number().optional() })).optional(),
  total: z.number().optional(),
  steps: z.array(stepAnswer).optional(),
  element: z.looseObject({ value: z.string().optional(), text: z.array(z.string()).optional() }).optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  path: z.string().optional(),
});
type ToolAnswer = z.infer<typeof answer>;

/** Runs the whole demo and returns its exit code. Ends with one line of JSON whatever happens. */
export async function runDemo({ here }: { readonly here: boolean }): Promise<number> {
  const startedAt = performance.now();
  const story = new Story();
  try {
    await play(here, story);
  } catch (error) {
    story.fail(error instanceof Error ? error.message : String(error));
  }
  const outcome = {
    demo: story.failure === undefined ? ("ok" as const) : ("failed" as const),
    steps: story.steps,
    ms: Math.round(performance.now() - startedAt),
    frontChanged: story.frontChanged,
    ...(story.failure !== undefined && { why: story.failure }),
  };
  printOutcome(outcome);
  return outcome.demo === "ok" ? 0 : 1;
}

/** What has happened so far. The first failure is kept. */
class Story {
  steps = 0;
  frontChanged = false;
  failure: string | undefined;

  fail(why: string): void {
    this.failure ??= why;
  }

  /** A tool call that must answer with one of the given statuses. */
  async step(
    session: Session,
    title: string,
    tool: string,
    args: Record<string, unknown>,
    accepted: readonly string[],
  ): Promise<{ told: ToolAnswer; raw: Answer }> {
    const raw = await session.call(tool, args);
    const told = answer.parse(raw.structured);
    this.steps += 1;
    const note = told.verification?.evidence ?? told.message ?? "";
    printStep(this.steps, title, told.status, raw.ms, note);
    if (!accepted.includes(told.status)) {
      throw new Error(`${title} answered ${told.status}${told.code ? ` (${told.code})` : ""}: ${told.message ?? ""}`);
    }
    return { told, raw };
  }
}

const acted = ["done", "unverified"];

async function play(here: boolean, story: Story): Promise<void> {
  const desktop = await openDesktop(here);
  try {
    const fixture = await startFixture({ env: desktop.env });
    const sentinel = await startSentinel({ env: desktop.env, title: "In front" });
    await sentinel.waitFor((state) => state.active, 10_000, "the other app in front");
    printFact("a form is open, with another app in front of it");
    const front = await followFront(desktop.env);
    const session = await connectSession(desktop.env);
    try {
      await fillIn(session, fixture, story);
    } finally {
      await session.close();
      await front.stop();
      const { events } = await sentinel.state();
      const left = events.some((event) => event.name.startsWith("focus-out"));
      story.frontChanged = left || front.windows.some((window) => window !== sentinel.windowId);
      if (story.frontChanged) story.fail("another window came to the front");
      else printFact("the app in front kept its place and its focus all the time");
      await sentinel.stop();
      await fixture.stop();
    }
  } finally {
    await desktop.stop();
  }
}

async function fillIn(session: Session, fixture: Fixture, story: Story): Promise<void> {
  const { told: listed } = await story.step(session, "windows", "windows", { pid: fixture.pid }, ["done"]);
  const windowId = listed.windows?.find((window) => window.pid === fixture.pid)?.windowId;
  if (windowId === undefined) throw new Error("the form's window was not listed");
  const target = { pid: fixture.pid, windowId };

  const { told: observed } = await story.step(session, "observe", "observe", target, ["done"]);
  printFact(`${observed.total ?? 0} things can be done on it`);

  await story.step(
    session,
    `act: name ${JSON.stringify(name)}`,
    "act",
    { ...target, instruction: "enter the name", text: name },
    acted,
  );
  const then = [{ instruction: "tick the Newsletter check box" }, { instruction: "press the Save button" }];
  const { told: sequence } = await story.step(
    session,
    "act: size Large, newsletter, Save",
    "act",
    { ...target, instruction: "choose the size", text: "Large", then },
    acted,
  );
  for (const { status, action, verification } of sequence.steps ?? []) {
    printFact(`${status.padEnd(11)} ${action?.does ?? ""} — ${verification?.evidence ?? ""}`);
  }
  if (sequence.steps?.length !== 3) throw new Error("not all steps of the sequence were taken");

  const { told: read } = await story.step(
    session,
    "extract: the status",
    "extract",
    { ...target, instruction: 'the "Saved" status text' },
    ["done"],
  );
  printFact(`it reads ${JSON.stringify(read.element?.value ?? read.element?.text ?? null)}`);

  await mkdir(pictures, { recursive: true });
  await picture(session, story, "form.png", target);
  await picture(session, story, "screen.png", { scope: "screen" });

  await checkForm(fixture);
  printFact("the form's own record holds exactly what was asked for");
}

async function picture(session: Session, story: Story, name: string, what: Record<string, unknown>): Promise<void> {
  const out = join(pictures, name);
  // The tool never replaces a file; this one is the demo's own, from the last time.
  await rm(out, { force: true });
  const args = { ...what, out, includeImage: false };
  const { told } = await story.step(session, `screenshot: ${name}`, "screenshot", args, ["done"]);
  printFact(`${told.width ?? 0} × ${told.height ?? 0} pixels in ${out}`);
}

/** The oracle: what the app wrote about itself, not what any tool answered. */
async function checkForm(fixture: Fixture): Promise<void> {
  const state = await fixture.waitFor((seen) => seen.saves > 0, 5_000, "one press of Save");
  const wrong = [
    ...(state.name === name ? [] : [`name is ${JSON.stringify(state.name)}`]),
    ...(state.size === "Large" ? [] : [`size is ${state.size}`]),
    ...(state.newsletter ? [] : ["newsletter is off"]),
    ...(state.saves === 1 ? [] : [`saved ${state.saves} times`]),
    ...(state.deletes === 0 && state.archives === 0 ? [] : ["something was deleted"]),
  ];
  if (wrong.length > 0) throw new Error(`the form holds something else: ${wrong.join(", ")}`);
}
