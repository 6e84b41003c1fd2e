import { readFileSync } from "node:fs";
import { z } from "zod";

const packageFile = z.object({ name: z.string(), version: z.string() });

/** What `hello` calls a program: name and version of its package. `module` is the `import.meta.url` of a file in `src`. */
export function readBuild(module: string): string {
  const { name, version } = packageFile.parse(JSON.parse(readFileSync(new URL("../package.json", module), "utf8")));
  return `${name}@${version}`;
}
