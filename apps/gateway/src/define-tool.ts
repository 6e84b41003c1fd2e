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
  /** How many steps the call has, for telling how far it is; 1 for arguments that are not accepted. */
  stepsOf(args: unknown): number;
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
  /** May run while the screen is locked. */
  readonly whileLocked?: boolean;
  readonly steps?: (args: z.output<I>) => number;
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
    stepsOf(args) {
      const parsed = input.safeParse(args);
      return parsed.success ? (definition.steps?.(parsed.data) ?? 1) : 1;
    },
    async call(args, context) {
      const parsed = input.safeParse(args);
      if (!parsed.success) throw new CodedError("bad_arguments", explainIssues(name, input, parsed.error));
      if (definition.whileLocked !== true) await context.checkUnlocked(effects, context.signal);
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
      if (part["undescribed"] === true) {
        delete part["undescribed"];
        for (const property of Object.values(part.properties ?? {})) {
          if (typeof property === "object") delete property.description;
        }
      }
      // Lengths are checked and told when they are passed, which is far off any sensible use.
      delete part.minLength;
      delete part.maxLength;
      // A strict answer would break clients of older versions when a key is added.
      if (io === "output") delete part.additionalProperties;
      // Answers explain themselves when they come.
      if (io === "output") delete part.description;
    },
  });
  // The protocol has a default dialect, which is the one zod writes.
  delete shape["$schema"];
  return io === "output" ? shallow(shape) : shape;
}

const schemaPart = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});

/**
 * The keys of an answer and of those objects in it that have an id, which is what a program needs to find its way. Other
 * objects are left open: told in full they would be most of the list of tools.
 */
function shallow(shape: Record<string, unknown>): Record<string, unknown> {
  const definitions = z.record(z.string(), z.unknown()).catch({}).parse(shape["$defs"]);
  const used = new Map<string, unknown>();
  const open = (part: unknown, depth: number, named = false): unknown => {
    const parsed = schemaPart.safeParse(part);
    if (!parsed.success) return part;
    const { $ref, properties, items, ...rest } = parsed.data;
    if ($ref !== undefined) {
      const name = $ref.replace("#/$defs/", "");
      const target = definitions[name];
      // A definition without a name of its own is one that refers to itself, as a sequence does by its steps.
      if (target === undefined || name.startsWith("__")) return {};
      if (!used.has(name)) used.set(name, open(target, depth + 1, true));
      return { ...rest, $ref };
    }
    if (items !== undefined) return { ...rest, items: open(items, depth) };
    if (properties === undefined) return rest;
    if (depth > 0 && !named) return { type: "object" };
    if (depth > 0) delete rest["required"];
    const inside = Object.entries(properties).map(([key, value]): [string, unknown] => [key, open(value, depth + 1)]);
    return { ...rest, properties: Object.fromEntries(inside) };
  };
  const opened = z.record(z.string(), z.unknown()).parse(open(shape, 0));
  delete opened["$defs"];
  return used.size === 0 ? opened : { ...opened, $defs: Object.fromEntries(used) };
}
