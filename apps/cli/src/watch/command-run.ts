import { spawn } from "node:child_process";

/** Runs a program in this terminal. Resolves with its exit code, 128 and its signal's number as shells have it, 127 if it cannot be started. */
export function runProgram(command: string, args: readonly string[], signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit" });
    const stop = (): void => void child.kill("SIGTERM");
    signal.addEventListener("abort", stop, { once: true });
    const over = (code: number): void => {
      signal.removeEventListener("abort", stop);
      resolve(code);
    };
    child.once("error", () => over(127));
    child.once("exit", (code, ended) => over(code ?? 128 + (ended === null ? 0 : (numbers.get(ended) ?? 0))));
    if (signal.aborted) stop();
  });
}

const numbers: ReadonlyMap<string, number> = new Map([
  ["SIGHUP", 1],
  ["SIGINT", 2],
  ["SIGKILL", 9],
  ["SIGSEGV", 11],
  ["SIGTERM", 15],
]);
