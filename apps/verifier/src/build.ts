import { readFileSync } from "node:fs";
import { z } from "zod";

const packageFile = z.object({ name: z.string(), version: z.string() });

/** What `hello` calls this program: name and version of its package. */
export function readBuild(): string {
  const { name, version } = packageFile.parse(
    JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")),
  );
  return `${name}@${version}`;
}
