import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The watcher's own stand-in for a screen saver: real ones need a person. */
const script = fileURLToPath(new URL("../../../watcher/testing/lock_services.py", import.meta.url));

export interface ScreenSaver {
  /** Locks, unlocks, or does not answer any more; resolves when it is so. */
  tell(word: "lock" | "unlock" | "quiet"): Promise<void>;
  stop(): Promise<void>;
}

/** Puts a screen saver on the session bus. */
export async function startScreenSaver(address: string): Promise<ScreenSaver> {
  const child = spawn("/usr/bin/python3", [script, address, "org.gnome.ScreenSaver"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const said = (word: string): Promise<void> =>
    new Promise((resolve, reject) => {
      void exited.then(() => reject(new Error("the screen saver ended")));
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
