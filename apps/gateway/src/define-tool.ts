import { z } from "zod";
import type { ToolContext } from "./context.js";
import { explainIssues } from "./arguments.js";
import { CodedError } from "@beans-picker/shared";

/** `reads` changes nothing; `acts` may change what an app holds; `opens` starts things without changing existing ones. */
export type ToolEffects = "reads" | "acts" | "opens";

/** A tool as the MCP adapter sees it: its types are inside. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effects: ToolEffects;
  inputSchema(): Record<string, unknown>;
  outputSchema(): Record<string, unknown>;
  /** Checks the arguments, runs, and checks the result. Rejects with a CodedError. */
  call(args: unknown, context: ToolContext): Promise<Record<string, unknown>>;
}

interface ToolDefinition<I extends z.ZodType, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effects: ToolEffects;
  readonly input: I;
  readonly output: O;
  run(args: z.output<I>, context: ToolContext): Promise<z.input<O>>;
}

export function defineTool<I extends z.ZodType, O extends z.ZodObject>(definition: ToolDefinition<I, O>): Tool {
  const { name, title, description, effects, input, output } = definition;
  return {
    name,
    title,
    description,
    effects,
    inputSchema: () => jsonSchema(input, "input"),
    outputSchema: () => jsonSchema(output, "output"),
    async call(args, context) {
      const parsed = input.safeParse(args);
      if (!parsed.success) throw new CodedError("bad_arguments", explainIssues(name, input, parsed.error));
      return output.parse(await definition.run(parsed.data, context));
    },
  };
}

/**
 * Keeps the list of tools small, since every client pays for it: shapes with an id are written once and referred to, and
 * what tells a client nothing is left out.
 */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const shape: Record<string, unknown> = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: part }) => {
      // zod writes the safe-integer range on every integer.
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      delete part["id"];
      // Lengths are checked and told when they are passed, which is far off any sensible use.
      delete part.minLength;
      delete part.maxLength;
      // A strict answer would break clients of older versions when a key is added.
      if (io === "output") delete part.additionalProperties;
    },
  });
  // The protocol has a default dialect, which is the one zod writes.
  delete shape["$schema"];
  return shape;
}
