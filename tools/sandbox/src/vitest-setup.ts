import { desktopVariables } from "./environment.js";
import { startSandbox } from "./sandbox.js";

/** The part of vitest's TestProject that is used; named here so that this package does not depend on vitest. */
interface Project {
  config: { env?: Partial<Record<string, string>> };
}

/**
 * A vitest `globalSetup`: gives the project a desktop of its own for its whole run. The variables go to the workers
 * through the project's configuration and not through this process, which may run several projects at once.
 */
export default async function setup(project: Project): Promise<() => Promise<void>> {
  const sandbox = await startSandbox();
  const hidden = desktopVariables.filter((name) => process.env[name] !== undefined);
  project.config.env = {
    ...project.config.env,
    ...Object.fromEntries(hidden.map((name) => [name, ""])),
    ...changed(sandbox.env),
  };
  return () => sandbox.stop();
}

function changed(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => process.env[name] !== value));
}
