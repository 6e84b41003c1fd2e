import { screenText } from "@beans-picker/candidates";
import { z } from "zod";
import type { ToolContext } from "../context.js";
import { defineTool } from "../define-tool.js";
import { candidateResult, failure, instruction, target, windowResult } from "../fields.js";
import { deadlines, limits } from "../limits.js";
import { presentCandidate, presentProbability, presentRanked } from "../present/candidates.js";
import { presentFields, presentWindow } from "../present/window.js";
import { describeWindow } from "../pipeline/describe-window.js";
import { look, type Look } from "../pipeline/look.js";
import { resolveTarget } from "../target.js";

export const observeTool = defineTool({
  name: "observe",
  title: "Observe a window",
  description:
    "List what can be done on a window: candidate ids, kinds, descriptions, field values, screen text. With an instruction, ranked by fit with probabilities p.",
  effects: "reads",
  input: z.strictObject({
    ...target,
    instruction: instruction.optional(),
    limit: z.int().positive().max(5000).optional().describe("Candidates to list; default 80, with an instruction 10"),
  }),
  output: z.object({
    status: z.enum(["done", "failed"]),
    ...failure,
    window: windowResult.optional(),
    screenText: z.array(z.string()).optional(),
    fields: z.array(z.object({ role: z.string(), label: z.string(), value: z.string().optional() })).optional(),
    total: z.int().optional().describe("All candidates of the window"),
    pNone: z.number().optional(),
    candidates: z.array(candidateResult).optional(),
  }),
  async run(args, context) {
    const view = await look(await resolveTarget(args, context), context);
    const { snapshot, candidates } = view;
    const text = screenText(snapshot, limits.screenTextLines);
    const fields = presentFields(snapshot);
    return {
      status: "done" as const,
      window: presentWindow(snapshot),
      ...(text.length > 0 && { screenText: text }),
      ...(fields.length > 0 && { fields }),
      total: candidates.length,
      ...(args.instruction === undefined
        ? { candidates: candidates.slice(0, args.limit ?? limits.candidates).map((each) => presentCandidate(each)) }
        : await rankedCandidates(args.instruction, args.limit ?? limits.rankedCandidates, view, context)),
    };
  },
});

async function rankedCandidates(wanted: string, limit: number, view: Look, context: ToolContext) {
  const { ranking } = await context.ranker.call(
    "rank",
    {
      instruction: wanted,
      window: describeWindow(view.snapshot),
      options: view.candidates.map(({ id, kind, does, facts }) => ({ id, kind, does, facts })),
    },
    { deadlineMs: deadlines.rank, signal: context.signal },
  );
  return {
    pNone: presentProbability(ranking.pNone),
    candidates: presentRanked(ranking.ranked, view.candidates, limit),
  };
}
