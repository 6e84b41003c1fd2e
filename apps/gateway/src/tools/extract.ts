import { contentOf, extractable, type ReadableElement } from "@beans-picker/candidates";
import type { Snapshot } from "@beans-picker/desktop";
import { statuses } from "@beans-picker/shared";
import { z } from "zod";
import type { ToolContext } from "../context.js";
import { defineTool } from "../define-tool.js";
import { failure, instruction, target, windowResult } from "../fields.js";
import { deadlines, limits } from "../limits.js";
import { describeWindow } from "../pipeline/describe-window.js";
import { look } from "../pipeline/look.js";
import { presentProbability } from "../present/candidates.js";
import { presentWindow } from "../present/window.js";
import { onTarget, type TargetWindow } from "../target.js";

const elementResult = z
  .object({
    role: z.string(),
    p: z.number(),
    label: z.string().optional(),
    identifier: z.string().optional(),
    value: z.string().optional(),
    exact: z.boolean().optional().describe("The value is right to the code unit"),
    rows: z.array(z.array(z.string())).optional(),
    text: z.array(z.string()).optional(),
    truncated: z.boolean().optional(),
  })
  .meta({ id: "element" });

export const extractTool = defineTool({
  name: "extract",
  title: "Extract a value",
  description:
    "Read the value, text or table rows of the element that fits the instruction, exactly as the app shows it.",
  effects: "reads",
  input: z.strictObject({ ...target, instruction }),
  output: z.object({
    status: z.enum(["done", "ambiguous", "not_found", "failed"]),
    ...failure,
    window: windowResult.optional(),
    element: elementResult.optional(),
    elements: z.array(elementResult).optional(),
  }),
  run: (args, context) => onTarget(args, context, (target) => extract(args.instruction, target, context)),
});

async function extract(instruction: string, target: TargetWindow, context: ToolContext) {
  const { snapshot } = await look(target, context);
  const window = presentWindow(snapshot);
  const elements = extractable(snapshot);
  const notFound = { status: "not_found" as const, window, message: statuses.not_found.meaning };
  if (elements.length === 0) return notFound;
  const { decision } = await context.ranker.call(
    "rank",
    {
      instruction,
      purpose: "extract",
      window: describeWindow(snapshot),
      options: elements.map(({ id, does, facts }) => ({ id, kind: "element" as const, does, facts })),
    },
    { deadlineMs: deadlines.rank, signal: context.signal },
  );
  const present = (id: string, p: number, rows: number) => {
    const element = elements.find((each) => each.id === id);
    return element ? [presentElement(snapshot, element, p, rows)] : [];
  };
  switch (decision.outcome) {
    case "pick":
      return { status: "done" as const, window, element: present(decision.id, decision.p, limits.extractRows)[0] };
    case "ambiguous":
      return {
        status: "ambiguous" as const,
        window,
        message: statuses.ambiguous.meaning,
        elements: decision.shortlist
          .slice(0, limits.shortlist)
          .flatMap(({ id, p }) => present(id, p, limits.shortlistRows)),
      };
    case "not_found":
      return notFound;
  }
}

function presentElement(snapshot: Snapshot, element: ReadableElement, p: number, rows: number) {
  const { role, rawLabel, identifier } = element.facts;
  const content = contentOf(snapshot, element.handle, rows);
  return {
    role: role ?? "text",
    p: presentProbability(p),
    ...(rawLabel !== "" && { label: rawLabel }),
    ...(identifier !== undefined && { identifier }),
    ...(content.value !== undefined && { value: content.value }),
    ...(content.exact && { exact: true }),
    ...(content.rows && { rows: content.rows.map((cells) => [...cells]) }),
    ...(content.text && { text: [...content.text] }),
    ...(content.truncated && { truncated: true }),
  };
}
