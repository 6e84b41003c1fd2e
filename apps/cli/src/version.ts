import { createRequire } from "node:module";
import { z } from "zod";

const manifest = z.object({ version: z.string() });

/** The version of the installed package. */
export const version = manifest.parse(createRequire(import.meta.url)("../package.json")).version;
