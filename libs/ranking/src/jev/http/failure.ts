import { CodedError } from "@beans-picker/shared";

/**
 * Why Jev did not answer. Every kind ends in no action.
 * `config` is found before anything is sent; `auth` lasts until the configuration changes; `bad_request`, `too_large` and
 * `refused` are about what was sent; the others are about the service, the line or the caller.
 */
export const failureKinds = [
  "config",
  "auth",
  "bad_request",
  "too_large",
  "refused",
  "rate_limited",
  "overloaded",
  "unreachable",
  "timeout",
  "cancelled",
  "bad_response",
] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface FailureFacts {
  readonly kind: FailureKind;
  /** Whether the same request may be answered when it is sent again. */
  readonly retryable: boolean;
  /** What happened, in our own words: never the service's, which may quote what was sent, and never a key. */
  readonly message: string;
  readonly status?: number;
  readonly requestId?: string;
  /** Milliseconds the service asked to wait. */
  readonly retryAfterMs?: number;
}

/** A failure of the Jev client, before it is told to the caller as a code. */
export class JevFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.name = "JevFailure";
    this.facts = facts;
  }

  get kind(): FailureKind {
    return this.facts.kind;
  }

  /** The code for the caller: what was not done, and what to do. */
  toCoded(): CodedError {
    const { kind, message, status, requestId, retryAfterMs, retryable } = this.facts;
    const details = {
      kind,
      ...(status !== undefined && { status }),
      ...(requestId !== undefined && { requestId }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
    const more = { details, retry: retryable };
    switch (kind) {
      case "bad_response":
        return new CodedError("jev_bad_response", `${message} Nothing was done with the answer.`, more);
      case "cancelled":
        return new CodedError("cancelled", message, more);
      default:
        return new CodedError("jev_unavailable", `${message} Nothing was done. ${advice[kind]}`, more);
    }
  }
}

const advice: Readonly<Record<Exclude<FailureKind, "bad_response" | "cancelled">, string>> = {
  config: "Correct the setting and start again.",
  auth: "Check the key and start again; it is not used until then.",
  bad_request: "Give candidateId, or use the local ranker.",
  too_large: "Give candidateId, or use the local ranker.",
  refused: "Check the account and TYPESAFE_BASE_URL.",
  rate_limited: "Wait, then call again; or give candidateId.",
  overloaded: "Call again later, or give candidateId.",
  unreachable: "Check the network and TYPESAFE_BASE_URL, or give candidateId.",
  timeout: "Call again, or give candidateId.",
};
