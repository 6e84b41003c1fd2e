import { CodedError, type Delivery } from "@beans-picker/shared";

export type FaultKind =
  /** No answer before the deadline. */
  | "timeout"
  /** The caller gave up. */
  | "cancelled"
  /** Answered with a D-Bus error. */
  | "refused"
  /** The bus is gone. */
  | "lost"
  /** The answer, or the address, is not what it must be. */
  | "malformed";

/** Why a call on the bus has no result. */
export class BusFault extends Error {
  override readonly name = "BusFault";

  constructor(
    readonly kind: FaultKind,
    /** Whether the call had left this process. */
    readonly sent: boolean,
    /** Of a refusal. */
    readonly errorName = "",
  ) {
    super(errorName === "" ? kind : `${kind} ${errorName}`);
  }
}

/** Refusals that say that the object or its application is not there. */
const goneNames: ReadonlySet<string> = new Set([
  "org.freedesktop.DBus.Error.UnknownObject",
  "org.freedesktop.DBus.Error.ServiceUnknown",
  "org.freedesktop.DBus.Error.NameHasNoOwner",
  // The bus answers so for an application that ended before it replied.
  "org.freedesktop.DBus.Error.NoReply",
  "org.freedesktop.DBus.Error.Disconnected",
]);

/** Refusals that say that the object has no such method: it lacks the interface. */
const unsupportedNames: ReadonlySet<string> = new Set([
  "org.freedesktop.DBus.Error.UnknownMethod",
  "org.freedesktop.DBus.Error.UnknownInterface",
  "org.freedesktop.DBus.Error.UnknownProperty",
  "org.freedesktop.DBus.Error.NotSupported",
  "org.freedesktop.DBus.Error.InvalidArgs",
]);

export function isGone(error: unknown): boolean {
  return error instanceof BusFault && error.kind === "refused" && goneNames.has(error.errorName);
}

/** Whether time or the bus ended it, so that nothing is known of the object. */
export function isOver(error: unknown): boolean {
  return error instanceof BusFault && (error.kind === "timeout" || error.kind === "cancelled" || error.kind === "lost");
}

/** The product's error for a failed call; `acts` when the call changes something. */
export function codedFrom(error: unknown, acts: boolean): unknown {
  if (!(error instanceof BusFault)) return error;
  const { kind, sent, errorName } = error;
  const delivery: Delivery = sent && acts ? "uncertain" : "not_delivered";
  const again = { delivery, retry: !acts || !sent };
  switch (kind) {
    case "timeout":
      return new CodedError("driver_timeout", "The application did not answer in time.", again);
    case "cancelled":
      return sent && acts
        ? new CodedError("driver_timeout", "The caller gave up after the call was sent; it may have happened.", again)
        : new CodedError("cancelled", undefined, again);
    case "lost":
      return new CodedError(
        "driver_unavailable",
        "The accessibility bus is not there; start it and call again.",
        again,
      );
    case "malformed":
      return new CodedError("driver_error", "The application's answer was not understood.", again);
    case "refused":
      return refused(errorName);
  }
}

function refused(errorName: string): CodedError {
  const facts = { delivery: "not_delivered", retry: false } as const;
  if (goneNames.has(errorName)) {
    // An application that ended may have done what was asked first.
    const died = errorName.endsWith(".NoReply") || errorName.endsWith(".Disconnected");
    return new CodedError("target_gone", undefined, died ? { ...facts, delivery: "uncertain" } : facts);
  }
  if (unsupportedNames.has(errorName))
    return new CodedError("unsupported", "The control has no such operation.", facts);
  return new CodedError("driver_error", "The application refused the call.", { ...facts, delivery: "uncertain" });
}
