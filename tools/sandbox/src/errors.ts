/** Why a sandbox could not do what was asked. */
export type SandboxErrorCode =
  | "unsupported_platform"
  | "missing_programs"
  | "start_failed"
  | "start_timeout"
  | "aborted"
  | "stopped"
  | "launch_failed"
  | "screenshot_failed";

/** A sandbox failure; `code` is stable, `message` says what happened and the next step. */
export class SandboxError extends Error {
  override readonly name: string = "SandboxError";

  constructor(
    readonly code: SandboxErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Programs the desktop needs are not installed; nothing was started. */
export class MissingProgramsError extends SandboxError {
  override readonly name = "MissingProgramsError";
  /** Programs that were looked for and not found. */
  readonly missing: readonly string[];
  /** The command that installs them on Debian and Ubuntu. */
  readonly fix: string;

  constructor(requirements: readonly { program: string; package: string }[]) {
    const missing = requirements.map((requirement) => requirement.program);
    const fix = installCommand(requirements);
    super("missing_programs", `The headless desktop was not started: ${missing.join(", ")} not found. Run: ${fix}`);
    this.missing = missing;
    this.fix = fix;
  }
}

/** The one apt line that installs the packages of `requirements`. */
export function installCommand(requirements: readonly { package: string }[]): string {
  const packages = [...new Set(requirements.map((requirement) => requirement.package))].sort();
  return `apt-get install -y ${packages.join(" ")}`;
}

/** Text of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The `code` of a Node system error ("ENOENT" …), if it has one. */
export function systemCodeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
}
