import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { until } from "./until.js";

const script = fileURLToPath(new URL("../../testing/focus_taker.py", import.meta.url));

/** Something that moves the keys of the desktop without any change of the front. */
export interface FocusTaker {
  /** The keys go to its own window, to nothing, or to the window given. */
  tell(word: "take" | "drop" | `give ${number}`): Promise<void>;
  /** Keys that have reached it. */
  keys(): number;
  stop(): Promise<void>;
}

export async function startFocusTaker(): Promise<FocusTaker> {
  const child = spawn("/usr/bin/python3", [script], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const count = (word: string): number => lines.filter((line) => line === word).length;
  await until("the focus taker is ready", () => count("ready") > 0 || undefined);
  return {
    async tell(order) {
      const word = order.split(" ")[0] ?? order;
      const before = count(word);
      child.stdin.write(`${order}\n`);
      await until(`it did: ${word}`, () => count(word) > before || undefined);
    },
    keys: () => count("key"),
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
