import { CodedError } from "@beans-picker/shared";
import { z } from "zod";
import type { CallBudget } from "../../budget.js";
import type { Connection } from "./driver.js";

const permissions = z.looseObject({ x11: z.boolean().optional().catch(undefined) });
const session = z.looseObject({ session: z.string().min(1) });

/**
 * What is done once on a new connection. Without a display the driver starts all the same and answers every list with
 * nothing, which must not be taken for an empty desktop. The agent's drawn cursor is switched off: it covers other apps.
 */
export async function prepareConnection(
  connection: Connection,
  platform: "linux" | "macos",
  budget: CallBudget,
): Promise<void> {
  const options = () => ({ signal: budget.signal, timeoutMs: budget.remainingMs() });
  if (platform === "linux" && connection.offers("check_permissions")) {
    const reply = await connection.transport.call("check_permissions", {}, options());
    if (permissions.safeParse(reply.structured).data?.x11 === false) {
      throw new CodedError(
        "driver_unavailable",
        "The X11 display named by DISPLAY cannot be opened; nothing was done. Check DISPLAY and XAUTHORITY.",
        { delivery: "not_delivered", retry: true },
      );
    }
  }
  if (!connection.offers("set_agent_cursor_enabled") || !connection.offers("start_session")) return;
  const started = await connection.transport.call("start_session", {}, options());
  const name = session.safeParse(started.structured).data?.session;
  // A driver that cannot draw a cursor refuses, which is just as good.
  if (name !== undefined) {
    await connection.transport.call("set_agent_cursor_enabled", { session: name, enabled: false }, options());
  }
}
