import { z } from "zod";

/** Says which arguments are wrong, how, and what is accepted, in the order of the schema. */
export function explainIssues(tool: string, input: z.ZodType, error: z.ZodError): string {
  const issues = error.issues.map((issue) => `${issue.message}${at(issue.path)}`);
  const accepted = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  const list = accepted.length > 0 ? ` Accepted arguments: ${accepted.join(", ")}.` : "";
  return `Invalid arguments for ${tool}; nothing was done. ${issues.join("; ")}.${list}`;
}

function at(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "";
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return ` at ${text}`;
}
