import { modifier } from "@beans-picker/desktop";
import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { candidateResult, enteredText, instruction, target, windowResult } from "../fields.js";
import { expectationLooks, limits } from "../limits.js";
import { expectationParts } from "../pipeline/expectation.js";
import { novelty, runSequence, type Sequence } from "../pipeline/sequence.js";
import { stepResult } from "../pipeline/step-result.js";
import { joinForeground } from "../present/foreground.js";
import { presentWindow } from "../present/window.js";
import { onTarget } from "../target.js";

const expected = z.string().min(1).max(limits.expectedUnits).optional();

const dragOffset = z.int().min(-100_000).max(100_000);

const stepFields = {
  instruction,
  text: enteredText.optional().describe("Entered exactly as given, or the option to choose"),
  candidateId: z.string().max(64).optional().describe("From observe; skips ranking"),
  dragTo: z
    .union(
      [z.strictObject({ candidateId: z.string().max(64) }), z.strictObject({ dx: dragOffset, dy: dragOffset })],
      "Invalid input: expected exactly one of the allowed shapes, {candidateId} or {dx, dy}",
    )
    .meta({ id: "dragTo" })
    .optional()
    .describe("Drag candidateId's control there; pixels"),
  allowDestructive: z.boolean().optional(),
  confirm: z.string().max(200).optional().describe("Token of needs_confirmation"),
  modifiers: z.array(modifier).max(4).optional().describe("Held during a click"),
  expect: z
    .strictObject({
      text: expected,
      value: z.string().max(limits.expectedUnits).optional().describe("Of the control acted on, exact"),
      appears: expected.describe("Name of a control, dialog or window"),
      gone: expected,
      timeoutMs: z.int().min(0).max(expectationLooks.mostTimeoutMs).optional(),
    })
    .refine((given) => expectationParts.some((part) => given[part] !== undefined), "Invalid expectation: it is empty")
    .meta({ id: "expect" })
    .optional()
    .describe("Must be true after the step, else mismatch"),
};

/** A further step takes the same arguments, which need no second description. */
const furtherStep = z.strictObject(stepFields).meta({ undescribed: true });

/** A step of a sequence has the shape of the whole, so that the schema can refer to itself and stay small. */
const actResult = stepResult.extend({
  window: windowResult.optional(),
  get steps() {
    return z.array(actResult).optional();
  },
  skipped: z.int().optional(),
  screenText: z.array(z.string()).optional(),
  newCandidates: z.array(candidateResult).optional(),
  newTotal: z.int().optional(),
});

export const actTool = defineTool({
  name: "act",
  title: "Act on a window",
  description:
    "Do one action in the background and verify it, then each step in `then` until one is neither done nor unverified. The instruction picks the control unless candidateId is given.",
  effects: "acts",
  input: z.strictObject({
    ...target,
    ...stepFields,
    then: z.array(furtherStep).max(limits.thenSteps).optional(),
  }),
  output: actResult,
  steps: ({ then }) => 1 + (then?.length ?? 0),
  async run(args, context) {
    const { then, app, pid, windowId, ...firstStep } = args;
    const steps = [firstStep, ...(then ?? [])];
    return onTarget({ app, pid, windowId }, context, async (target) => {
      const sequence = await runSequence(steps, target, context);
      if (sequence.cancelled) context.tellLater(toldLater(sequence));
      const window = presentWindow((sequence.last ?? sequence.first).snapshot);
      const only = steps.length === 1 ? sequence.steps[0] : undefined;
      return { ...(only ?? summary(sequence)), window, ...novelty(sequence, context.ids) };
    });
  },
});

/** A sequence answers with the last step's status and every step's own result. */
function summary({ steps, skipped, cancelled }: Sequence) {
  const status = steps.at(-1)?.status ?? "failed";
  const total = steps.length + skipped;
  const stopped = skipped > 0 || (status !== "done" && status !== "unverified");
  const why = cancelled && (status === "done" || status === "unverified") ? `${status}, then cancelled` : status;
  return {
    status,
    message: stopped ? `stopped at step ${steps.length} of ${total} (${why})` : `ran all ${total} steps`,
    ...(steps.at(-1)?.code !== undefined && { code: steps.at(-1)?.code }),
    steps: [...steps],
    ...(skipped > 0 && { skipped }),
    ...joinForeground(steps),
  };
}

/** Nobody reads the answer of a cancelled call, and what it did must not be lost with it. */
function toldLater({ steps, skipped }: Sequence): string {
  const told = steps.map(
    ({ status, delivery, action }) => `${action?.does ?? "a step"}: ${status} (${delivery ?? "not sent"})`,
  );
  const rest = skipped > 0 ? ` ${skipped} more not done.` : "";
  return `A cancelled act had been sent: ${told.join("; ")}.${rest}`;
}
