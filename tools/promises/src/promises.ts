import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/** One thing the product promises. `source` says where the promise comes from or is told to users. */
export const promise = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9]*(\.[a-z0-9_-]+)+$/),
  says: z.string().min(10),
  source: z.string().min(3),
});
export type ProductPromise = z.infer<typeof promise>;

export function readPromises(file: string): ProductPromise[] {
  return z.array(promise).parse(parse(readFileSync(file, "utf8")));
}

/** Folders that hold no tests of ours. */
const skipped = new Set(["node_modules", "dist", ".git", ".nx", ".cache"]);

/** Every promise id that a test cites, with the files that do: ids stand in square brackets in the test's title. */
export function citedPromises(root: string): Map<string, string[]> {
  const cited = new Map<string, string[]>();
  for (const file of testFiles(root)) {
    // Only at the end of a title: brackets around a property access elsewhere look the same.
    for (const [, ids = ""] of readFileSync(file, "utf8").matchAll(
      /((?:\s\[[a-z][a-z0-9]*(?:\.[a-z0-9_-]+)+\])+)["'`]/g,
    )) {
      for (const id of ids.match(/[a-z][a-z0-9._-]+/g) ?? []) cited.set(id, [...(cited.get(id) ?? []), file]);
    }
  }
  return cited;
}

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return entry.isFile() && entry.name.endsWith(".test.ts") ? [path] : [];
  });
}
