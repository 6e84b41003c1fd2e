import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A message bus of its own. */
export async function startBus(): Promise<{ address: string; stop(): Promise<void> }> {
  const child = spawn("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address=1"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const address = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once("line", (line) => resolve(line)),
  );
  return {
    address,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
