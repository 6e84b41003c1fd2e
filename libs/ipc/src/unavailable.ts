import { CodedError, type Code } from "@beans-picker/shared";

/** The code for "the process of this role cannot be used"; roles outside the product's own get the transport's code. */
export function unavailableCode(role: string): Code {
  switch (role) {
    case "desktop":
      return "driver_unavailable";
    case "ranker":
      return "ranker_unavailable";
    case "verifier":
      return "verifier_unavailable";
    case "watcher":
      return "watcher_unavailable";
    default:
      return "connection_closed";
  }
}

export function unavailable(role: string, why: string): CodedError {
  const message = `The ${role} process cannot be used: ${why}; nothing was sent.`;
  return new CodedError(unavailableCode(role), message, { delivery: "not_delivered", retry: true });
}
