import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./golden/files.js";

/**
 * Writes the JSON Schema and the golden frames of this package; with `--check` only says which files are out of date.
 * Run as `node dist/generate.js [--check]` after a build.
 */
const packageRoot = fileURLToPath(new URL("..", import.meta.url));
const folders = ["golden", "schema"];

const wanted = generatedFiles();
const present = new Map<string, Uint8Array>();
for (const folder of folders) {
  mkdirSync(join(packageRoot, folder), { recursive: true });
  for (const name of readdirSync(join(packageRoot, folder))) {
    present.set(`${folder}/${name}`, readFileSync(join(packageRoot, folder, name)));
  }
}
const outdated = [...new Set([...wanted.keys(), ...present.keys()])].filter((path) => {
  const [a, b] = [wanted.get(path), present.get(path)];
  return a === undefined || b === undefined || Buffer.compare(a, b) !== 0;
});

if (process.argv.includes("--check")) {
  for (const path of outdated) process.stderr.write(`out of date: libs/protocol/${path}\n`);
  if (outdated.length > 0) process.stderr.write("Build, then run: node libs/protocol/dist/generate.js\n");
  process.exitCode = outdated.length > 0 ? 1 : 0;
} else {
  for (const path of outdated) {
    const bytes = wanted.get(path);
    if (bytes === undefined) rmSync(join(packageRoot, path));
    else writeFileSync(join(packageRoot, path), bytes);
  }
  process.stdout.write(`${outdated.length} of ${wanted.size} generated files changed\n`);
}
