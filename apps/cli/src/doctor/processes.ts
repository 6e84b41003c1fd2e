import type { GatewayChildren } from "@beans-picker/gateway";
import type { Supervisor } from "@beans-picker/ipc";
import { CodedError } from "@beans-picker/shared";
import type { Finding } from "./finding.js";

const askMs = 20_000;

/** What the running processes say of themselves: each is started, greeted and asked for something harmless. */
export async function processFindings(supervisor: Supervisor<GatewayChildren>): Promise<Finding[]> {
  const groups = await Promise.all([
    ask("driver", async () => {
      const desktop = await supervisor.client("desktop");
      const about = await desktop.call("backend.describe", {}, { deadlineMs: askMs });
      const { windows } = await desktop.call("windows.list", {}, { deadlineMs: askMs });
      const driver = about.driverVersion === null ? "" : `, cua-driver ${about.driverVersion}`;
      const reason = about.reason === undefined ? "" : ` (${about.reason})`;
      return `${about.backend} over ${about.transport}${driver}, ${windows.length} windows${reason}`;
    }),
    ask("ranker", async () => {
      const { hello } = await supervisor.client("ranker");
      return `ready (${hello.capabilities.join(", ")})`;
    }),
    ask("verifier", async () => {
      await supervisor.client("verifier");
      return "ready";
    }),
    ask("watcher", async () => {
      const watcher = await supervisor.client("watcher");
      const { front, blindMs } = await watcher.call("front.current", {}, { deadlineMs: askMs });
      return `front app ${front.app ?? "unknown"}, blind for at most ${Math.ceil(blindMs)} ms`;
    }),
  ]);
  return groups;
}

async function ask(name: string, question: () => Promise<string>): Promise<Finding> {
  try {
    return { name, state: "ok", found: await question() };
  } catch (error) {
    const { code, message } = error instanceof CodedError ? error.facts : new CodedError("internal").facts;
    // Without the watcher everything still works; only nobody vouches for the front app.
    return {
      name,
      state: name === "watcher" ? "limited" : "missing",
      found: code,
      fix: message,
    };
  }
}
