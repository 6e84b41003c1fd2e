import { envelopeVersion, wireError, type Method, type ReplyFrame, type WireError } from "@beans-picker/protocol";
import { CodedError, type Code, type ErrorFacts } from "@beans-picker/shared";
import type { z } from "zod";

type Effects = Method["effects"];

export const success = (id: number, result: unknown): ReplyFrame => ({ v: envelopeVersion, id, ok: true, result });
export const failure = (id: number, error: WireError): ReplyFrame => ({ v: envelopeVersion, id, ok: false, error });

/** An error of the transport before the handler ran: nothing was done. */
export function refusal(code: Code, message: string, retry = false): WireError {
  return { code, message, delivery: "not_delivered", retry };
}

/** An error of the transport while or after the handler ran: for an action nobody knows how far it came. */
export function interruption(code: Code, message: string, effects: Effects): WireError {
  return effects === "acts"
    ? { code, message, delivery: "uncertain", retry: false }
    : { code, message, delivery: "not_delivered", retry: code !== "internal" && code !== "frame_too_large" };
}

/** What a handler's error becomes on the wire. Unexpected errors keep their message to themselves. */
export function wireErrorOf(error: unknown, effects: Effects): WireError {
  if (error instanceof CodedError) {
    const parsed = wireError.safeParse(definedFacts(error.facts));
    if (parsed.success) return parsed.data;
  }
  return interruption(
    "internal",
    "The process failed while it carried out the call; its log names the kind of fault.",
    effects,
  );
}

function definedFacts(facts: ErrorFacts): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Names the first parameter that does not fit and what is accepted there, without quoting what was given. */
export function describeIssues(error: z.ZodError, subject: "parameter" | "result" | "event"): string {
  const issue = error.issues[0];
  if (issue === undefined) return `a ${subject} does not match the schema`;
  const path = issue.path.map(String).join(".");
  const name = path === "" ? `the ${subject}s as a whole` : `${subject} \`${path.slice(0, 200)}\``;
  return `${name}: ${acceptedBy(issue)}`;
}

function acceptedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `${issue.expected} is accepted`;
    case "invalid_value":
      return `one of ${issue.values.map(String).join(", ").slice(0, 300)} is accepted`;
    case "too_small":
      return `at least ${String(issue.minimum)} is accepted`;
    case "too_big":
      return `at most ${String(issue.maximum)} is accepted`;
    case "invalid_format":
      return `the format ${issue.format} is accepted`;
    case "not_multiple_of":
      return `a multiple of ${String(issue.divisor)} is accepted`;
    case "unrecognized_keys":
      return "it has keys that are not accepted";
    case "invalid_union":
      return "it matches none of the accepted forms";
    case "invalid_key":
    case "invalid_element":
    case "custom":
      return "it is not of the accepted form";
  }
}
