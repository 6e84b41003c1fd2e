import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { runtimePackages } from "../runtime.js";

const VERSION = "1.30.0";
const INSTALL_MS = 240_000;
const cache = fileURLToPath(new URL("../../../../../node_modules/.cache/beans-picker", import.meta.url));

/**
 * A folder in which a runtime is installed as a person would, once per checkout: hundreds of megabytes are no dependency of a
 * product that needs none of it. Install scripts are left out; they fetch parts for graphics cards. Otherwise why it cannot be.
 */
export async function installedRuntime(
  name: (typeof runtimePackages)[number],
): Promise<{ readonly folder: string } | { readonly why: string }> {
  const folder = join(cache, `${name}-${VERSION}`);
  if (existsSync(folder)) return { folder };
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const how = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--no-package-lock"];
    await promisify(execFile)("npm", ["install", ...how, "--prefix", draft, `${name}@${VERSION}`], {
      cwd: draft,
      timeout: INSTALL_MS,
    });
    renameSync(draft, folder);
  } catch {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) return { why: `${name} ${VERSION} could not be installed from the package registry` };
  }
  return { folder };
}
