import { CodedError } from "@beans-picker/shared";
import type { DesktopBackend } from "../backend.js";

/** Stands in for the driver where it was switched off: refuses what only the driver can do. */
export const withoutDriver: Pick<DesktopBackend, "clipboardRead" | "clipboardWrite" | "callDriver" | "close"> = {
  clipboardRead: () => refused("The clipboard"),
  clipboardWrite: () => refused("The clipboard"),
  callDriver: () => refused("Raw driver access"),
  close: () => Promise.resolve(),
};

function refused(what: string): Promise<never> {
  return Promise.reject(
    new CodedError(
      "unsupported",
      `${what} needs cua-driver, which BEANS_PICKER_DRIVER=native switches off; nothing was done. Use auto or cua.`,
      { delivery: "not_delivered" },
    ),
  );
}
