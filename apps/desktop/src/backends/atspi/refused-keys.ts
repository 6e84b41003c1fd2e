import { CodedError } from "@beans-picker/shared";
import type { KeysRefused } from "@beans-picker/x11";

/** An app is too busy to take keys: those of this call, or earlier ones, behind which nothing may be sent. */
export function keysNotTaken(delivery: "not_delivered" | "uncertain"): CodedError {
  const what =
    delivery === "uncertain"
      ? "The app has not taken the keys that were sent; what they will do is not known."
      : "The app has not taken earlier keys yet; nothing was sent.";
  return new CodedError("driver_timeout", what, { delivery, retry: delivery === "not_delivered" });
}

/** Why keys could not be sent, as the product's error. `begun`: keys before this one were sent. */
export function refusedKeys(reason: KeysRefused, begun: boolean): CodedError {
  const more = { delivery: begun ? "uncertain" : "not_delivered" } as const;
  const nothing = begun ? "what follows was not sent" : "nothing was sent";
  switch (reason) {
    case "bad_chord":
      return new CodedError("bad_arguments", `\`key\` is not a key with its modifiers; ${nothing}.`, more);
    case "no_key":
      return new CodedError("background_unavailable", `The keyboard has no such key; ${nothing}.`, more);
    case "window_gone":
      return new CodedError("target_gone", `The window is gone; ${nothing}.`, more);
    case "not_shown":
      return new CodedError("not_visible", `Keys need a window that is shown, and this one is not; ${nothing}.`, more);
    case "no_visible_point":
      return new CodedError(
        "not_visible",
        `Other windows cover all of the window, and keys need a visible point; ${nothing}.`,
        more,
      );
    case "no_extension":
      return new CodedError(
        "background_unavailable",
        `The X server has no second keyboard to offer, so keys would go to the app in front; ${nothing}.`,
        more,
      );
  }
}
