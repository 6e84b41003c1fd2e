import { CodedError } from "@beans-picker/shared";

/** Longest time for one driver call unless CUA_DRIVER_TIMEOUT says otherwise, in seconds. Source: beans-picker 0.5 seed. */
const DEFAULT_TIMEOUT_SECONDS = 120;
/** Timers count milliseconds in 31 bits. */
const LONGEST_SECONDS = 2_147_483;

const drivers = ["auto", "native", "cua"] as const;
export type DriverChoice = (typeof drivers)[number];

export interface Configuration {
  /** Path of a cua-driver executable; `undefined` when none was named. */
  readonly driverBin: string | undefined;
  readonly driverTimeoutMs: number;
}

/** Reads the settings of this process from the environment. Throws `driver_unavailable` that names a setting it cannot use. */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  return { driverBin: env["CUA_DRIVER_BIN"] || undefined, driverTimeoutMs: readTimeout(env["CUA_DRIVER_TIMEOUT"]) };
}

function readTimeout(text: string | undefined): number {
  if (text === undefined || text.trim() === "") return DEFAULT_TIMEOUT_SECONDS * 1_000;
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds <= 0) {
    throw new CodedError(
      "driver_unavailable",
      "CUA_DRIVER_TIMEOUT is not a finite number of seconds above 0; the driver was not started. Correct or unset it.",
      { delivery: "not_delivered" },
    );
  }
  return Math.max(1, Math.min(seconds, LONGEST_SECONDS) * 1_000);
}

/**
 * Which back end BEANS_PICKER_DRIVER asks for: `auto` (default), `native` (Linux only, nothing of cua-driver) or `cua`.
 * Throws `driver_unavailable` for anything else.
 */
export function readDriverChoice(env: NodeJS.ProcessEnv): DriverChoice {
  const text = env["BEANS_PICKER_DRIVER"]?.trim() || "auto";
  const choice = drivers.find((driver) => driver === text);
  if (choice !== undefined) return choice;
  throw new CodedError(
    "driver_unavailable",
    "BEANS_PICKER_DRIVER is none of auto, native and cua; no back end was started. Correct or unset it.",
    { delivery: "not_delivered" },
  );
}
