import { readdirSync, readFileSync } from "node:fs";
import { indexThesaurus, type ThesaurusIndex } from "./lookup.js";
import { parseThesaurus } from "./parse.js";

/** Beside the sources and not compiled: the same files serve `src` and `dist`. */
const folder = new URL("../../../src/local/thesaurus/data/", import.meta.url);

let loaded: ThesaurusIndex | undefined;

/** The thesaurus that ships, read at first use. Throws when the package is incomplete. */
export function thesaurus(): ThesaurusIndex {
  loaded ??= indexThesaurus(
    parseThesaurus(
      readdirSync(folder)
        .filter((name) => name.endsWith(".txt"))
        .sort()
        .map((name) => readFileSync(new URL(name, folder), "utf8")),
    ),
  );
  return loaded;
}
