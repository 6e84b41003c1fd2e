import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { CodedError } from "@beans-picker/shared";

/** A program that was started. */
export interface StartedApp {
  readonly pid: number;
  /** How it ended; undefined while it runs. */
  ended(): { readonly code: number | null } | undefined;
}

export interface StartOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly directory: string | null;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts a program in a session of its own, with nothing to read and nowhere to write: it outlives this process, and no
 * terminal or socket of this process reaches it. Rejects with `launch_failed`, not delivered, when it cannot be started.
 */
export async function startApp({ file, args, directory, env }: StartOptions): Promise<StartedApp> {
  const cwd = await firstDirectory([directory, env["HOME"] ?? null, "/"]);
  const child = spawn(file, args, { cwd, env: appEnv(env), detached: true, stdio: "ignore", shell: false });
  let ended: { readonly code: number | null } | undefined;
  child.once("exit", (code) => (ended = { code }));
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", () => {
      reject(new CodedError("launch_failed", undefined, { delivery: "not_delivered" }));
    });
  });
  child.unref();
  const { pid } = child;
  if (pid === undefined) throw new CodedError("launch_failed", undefined, { delivery: "not_delivered" });
  return { pid, ended: () => ended };
}

/** The environment without this product's own settings, which are no other program's business. Pure. */
export function appEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("BEANS_PICKER_")));
}

async function firstDirectory(candidates: readonly (string | null)[]): Promise<string> {
  for (const candidate of candidates) {
    const about = candidate === null ? undefined : await stat(candidate).catch(() => undefined);
    if (candidate !== null && about?.isDirectory() === true) return candidate;
  }
  return "/";
}
