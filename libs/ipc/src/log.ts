import pino, { type Logger } from "pino";

export type { Logger } from "pino";

/**
 * A logger that writes JSON lines to standard error at once, so that the last line before a crash is not lost.
 * Standard output belongs to the client protocol and is never written. The level is that of the environment by default.
 */
export function createLogger(name: string, level: string = logLevel(process.env)): Logger {
  return pino({ name, level, base: { pid: process.pid } }, pino.destination({ fd: 2, sync: true }));
}

/** What may be logged about an unexpected error: its kind, never its message, which can quote screen text. */
export function errorKind(error: unknown): { errorName: string; errorCode?: string } {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" ? { errorName: error.name, errorCode: code } : { errorName: error.name };
}

const levels: ReadonlySet<string> = new Set(["trace", "debug", "info", "warn", "error", "fatal", "silent"]);

/** The level that `BEANS_PICKER_LOG_LEVEL` asks for, in any case; `warn` when it is unset or no level. */
export function logLevel(env: NodeJS.ProcessEnv): string {
  const given = (env["BEANS_PICKER_LOG_LEVEL"] ?? "").trim().toLowerCase();
  if (given === "warning") return "warn";
  return levels.has(given) ? given : "warn";
}
