import { z } from "zod";
import type { Attempt } from "./attempt.js";
import { badAnswer } from "./attempt.js";
import { JevFailure, type FailureKind } from "./failure.js";

const tooManyTokens = z.object({ detail: z.object({ error_type: z.literal("max_tokens_exceeded") }) });

/** The failure that a status stands for; undefined for 200, whose body says the rest. */
export function failureOf(answer: Attempt): JevFailure | undefined {
  const { status } = answer;
  if (status === 200) return undefined;
  if (status < 300) return badAnswer(`has status ${status} and no content`, answer, false);
  if (status < 400)
    return failure(answer, "refused", false, "Jev's address answered with a redirect, which is not followed.");
  switch (status) {
    case 400:
      return isTooManyTokens(answer.text)
        ? failure(answer, "too_large", false, "Jev found the request too long.")
        : failure(answer, "bad_request", false, "Jev found the request malformed.");
    case 401:
    case 403:
      return failure(answer, "auth", false, `Jev refused the key (${status}).`);
    case 402:
      return failure(answer, "auth", false, "Jev asks for a payment before it answers (402).");
    case 408:
      return failure(answer, "timeout", true, "Jev did not get the request in time (408).");
    case 413:
      return failure(answer, "too_large", false, "Jev found the request too long (413).");
    case 404:
    case 405:
      return failure(answer, "refused", false, `There is no Jev at this address (${status}).`);
    case 429:
      return failure(answer, "rate_limited", true, "Jev limits how much is asked (429).");
    case 501:
    case 505:
      return failure(answer, "refused", false, `Jev's address does not speak the protocol (${status}).`);
    default:
      return status < 500
        ? failure(answer, "bad_request", false, `Jev refused the request (${status}).`)
        : failure(answer, "overloaded", true, `Jev is overloaded or not there (${status}).`);
  }
}

function failure(answer: Attempt, kind: FailureKind, retryable: boolean, message: string): JevFailure {
  const { status, requestId, retryAfterMs } = answer;
  return new JevFailure({
    kind,
    retryable,
    message,
    status,
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

function isTooManyTokens(text: string): boolean {
  try {
    return tooManyTokens.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
