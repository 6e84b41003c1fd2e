import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../../testing/lock_services.py", import.meta.url));

/** Something on a bus that could lock the screen. */
export interface LockService {
  /** Does as told and waits until it has. A quiet one does not answer any more. */
  tell(word: "lock" | "unlock" | "quiet"): Promise<void>;
  stop(): Promise<void>;
}

export async function startLockService(address: string, kind: string): Promise<LockService> {
  const child = spawn("/usr/bin/python3", [script, address, kind], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const said = (word: string): Promise<void> =>
    new Promise((resolve, reject) => {
      void exited.then(() => reject(new Error("the service ended")));
      lines.on("line", (line) => {
        if (line === word) resolve();
      });
    });
  await said("ready");
  return {
    async tell(word) {
      const heard = said(word);
      child.stdin.write(`${word}\n`);
      await heard;
    },
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

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
