import { startGateway } from "@beans-picker/gateway";
// Not the whole library: its sockets take a client's time before the greeting.
import { createLogger } from "@beans-picker/ipc/log";
import { startChildrenWith } from "./children.js";
import { version } from "./version.js";

/** Serves MCP over standard input and output until the client goes or a signal asks to stop. */
export async function serve(): Promise<void> {
  const log = createLogger("gateway");
  const gateway = await startGateway({
    version,
    log,
    stdin: process.stdin,
    stdout: process.stdout,
    startChildren: startChildrenWith(log),
    rulesFile: process.env["BEANS_PICKER_DESTRUCTIVE_RULES"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void gateway.close());
  // A client that is gone cannot be written to; that ends the server like the end of its input does.
  process.stdout.on("error", () => void gateway.close());
  await gateway.closed;
}
