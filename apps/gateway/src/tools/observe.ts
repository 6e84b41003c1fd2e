import { z } from "zod";
import type { ToolContext } from "../context.js";
import { defineTool } from "../define-tool.js";
import { candidateResult, failure, instruction, target, windowResult } from "../fields.js";
import { answerBudget, deadlines, limits } from "../limits.js";
import { presentProbability, presentRanked } from "../present/candidates.js";
import { presentOverview, presentPage, presentTexts } from "../present/overview.js";
import { presentWindow } from "../present/window.js";
import { describeWindow } from "../pipeline/describe-window.js";
import { look, type Look } from "../pipeline/look.js";
import { onTarget } from "../target.js";

export const observeTool = defineTool({
  name: "observe",
  title: "Observe a window",
  description:
    "What a window shows and what can be done there: texts, fields, candidates with ids. Repeated ones are folded; list them with query, role, offset. With an instruction, ranked by fit (p).",
  effects: "reads",
  input: z.strictObject({
    ...target,
    instruction: instruction.optional(),
    query: z.string().min(1).max(200).optional().describe("Words a candidate must hold"),
    role: z.string().min(1).max(40).optional().describe("Role or kind, such as button, row, menu, key"),
    offset: z.int().nonnegative().optional().describe("From `next`"),
    limit: z.int().positive().max(5000).optional(),
  }),
  output: z.object({
    status: z.enum(["done", "failed"]),
    ...failure,
    window: windowResult.optional(),
    screenText: z.array(z.string()).optional(),
    fields: z
      .array(z.object({ id: z.string().optional(), role: z.string(), label: z.string(), value: z.string().optional() }))
      .optional(),
    omitted: z.object({ screenText: z.int().optional(), fields: z.int().optional() }).optional(),
    total: z.int().optional(),
    pNone: z.number().optional(),
    candidates: z.array(candidateResult).optional(),
    folded: z
      .array(z.object({ what: z.string(), count: z.int(), role: z.string().optional(), query: z.string().optional() }))
      .optional(),
    next: z.int().optional(),
  }),
  run: (args, context) =>
    onTarget(args, context, async (target) => {
      const view = await look(target, context);
      return { status: "done" as const, window: presentWindow(view.snapshot), ...(await listed(args, view, context)) };
    }),
});

interface Wanted {
  readonly instruction?: string | undefined;
  readonly query?: string | undefined;
  readonly role?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

async function listed(wanted: Wanted, view: Look, context: ToolContext) {
  const { snapshot, candidates } = view;
  const { query, role, offset, limit } = wanted;
  if (wanted.instruction !== undefined) {
    const { ranking } = await context.ranker.call(
      "rank",
      {
        instruction: wanted.instruction,
        purpose: "observe",
        window: describeWindow(snapshot),
        options: candidates.map(({ id, kind, does, facts }) => ({ id, kind, does, facts })),
      },
      { deadlineMs: deadlines.rank, signal: context.signal },
    );
    return {
      ...presentTexts(snapshot, answerBudget),
      total: candidates.length,
      pNone: presentProbability(ranking.pNone),
      candidates: presentRanked(ranking.ranked, candidates, limit ?? limits.rankedCandidates, context.ids),
    };
  }
  if (query === undefined && role === undefined && offset === undefined && limit === undefined) {
    return presentOverview(snapshot, candidates, context.ids);
  }
  const page = presentPage(candidates, wanted, context.ids);
  // A later page is asked for its candidates alone.
  const texts = offset === undefined && role === undefined ? presentTexts(snapshot, answerBudget.page, { query }) : {};
  const none = page.total === 0 && Object.keys(texts).length === 0;
  return {
    ...texts,
    ...page,
    ...(none && { message: "Nothing here fits; leave query and role out to see what there is." }),
  };
}
