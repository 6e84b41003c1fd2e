export { installCommand, MissingProgramsError, SandboxError, type SandboxErrorCode } from "./errors.js";
export { desktopVariables, markerVariable } from "./environment.js";
export { type AppExit, type LaunchedApp } from "./launch.js";
export { sandboxProcesses } from "./processes.js";
export { type SandboxRequirement, sandboxRequirements } from "./requirements.js";
export { type RunOptions, runInSandbox } from "./run.js";
export { type Sandbox, type SandboxOptions, type ScreenSize, startSandbox } from "./sandbox.js";
