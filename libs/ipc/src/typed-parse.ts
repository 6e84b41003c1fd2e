import type { z } from "zod";

/** Parses with a schema whose type is still a parameter, so that the result keeps it. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  return schema.safeParse(value);
}
