import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import { MissingProgramsError } from "./errors.js";

/** One program the headless desktop uses. */
export interface SandboxRequirement {
  program: string;
  /** Debian package that ships it. */
  package: string;
  found: boolean;
  /** Absolute path when found. */
  path?: string;
  /** False for a program that only one feature needs. */
  required: boolean;
  /** What it is for, in a few words. */
  purpose: string;
}

interface Wanted {
  program: string;
  package: string;
  purpose: string;
  required: boolean;
  /** Directories searched after PATH. */
  also?: readonly string[];
}

const wanted: readonly Wanted[] = [
  { program: "Xvfb", package: "xvfb", purpose: "display", required: true },
  { program: "dbus-daemon", package: "dbus", purpose: "session bus", required: true },
  { program: "dbus-send", package: "dbus", purpose: "asks whether the bus is ready", required: true },
  { program: "openbox", package: "openbox", purpose: "window manager", required: true },
  { program: "xprop", package: "x11-utils", purpose: "asks whether the display is ready", required: true },
  {
    program: "at-spi-bus-launcher",
    package: "at-spi2-core",
    purpose: "accessibility bus",
    required: true,
    // No distribution puts it on PATH: Debian and Fedora use libexec, Arch and older Debian the other two.
    also: ["/usr/libexec", "/usr/lib/at-spi2-core", "/usr/lib"],
  },
  { program: "ffmpeg", package: "ffmpeg", purpose: "screenshots and recordings", required: false },
  { program: "import", package: "imagemagick", purpose: "screenshots when ffmpeg is missing", required: false },
];

/** What the headless desktop needs and what of it is installed. `path` is a PATH value, by default the process's. */
export function sandboxRequirements(path: string = process.env["PATH"] ?? ""): SandboxRequirement[] {
  const directories = path.split(delimiter).filter((directory) => directory !== "");
  return wanted.map(({ also = [], ...requirement }) => {
    const at = findProgram(requirement.program, [...directories, ...also]);
    return { ...requirement, found: at !== undefined, ...(at === undefined ? {} : { path: at }) };
  });
}

/** Refuses with {@link MissingProgramsError} unless every required program is there. */
export function requirePrograms(requirements: readonly SandboxRequirement[], windowManager: boolean): void {
  const missing = requirements.filter(
    ({ found, required, program }) => required && !found && (windowManager || program !== "openbox"),
  );
  if (missing.length > 0) throw new MissingProgramsError(missing);
}

/** First executable called `program` in `directories`. */
export function findProgram(program: string, directories: readonly string[]): string | undefined {
  return directories.map((directory) => join(directory, program)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
