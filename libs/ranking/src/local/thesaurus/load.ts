import { readdirSync, readFileSync } from "node:fs";
import { tokens } from "../tokens.js";
import { indexThesaurus, type ThesaurusIndex } from "./lookup.js";
import { parseThesaurus, type Thesaurus } from "./parse.js";

/** Beside the sources and not compiled: the same files serve `src` and `dist`. */
const folder = new URL("../../../src/local/thesaurus/data/", import.meta.url);

let loaded: ThesaurusIndex | undefined;

/** The thesaurus that ships, read at first use. Throws when the package is incomplete. */
export function thesaurus(): ThesaurusIndex {
  loaded ??= indexThesaurus(readThesaurus());
  return loaded;
}

function readThesaurus(): Thesaurus {
  return parseThesaurus(
    readdirSync(folder)
      .filter((name) => name.endsWith(".txt"))
      .sort()
      .map((name) => readFileSync(new URL(name, folder), "utf8")),
  );
}

/** Texts that are read between two pauses: a few milliseconds' worth. */
const SLICE = 150;

/**
 * Loads the thesaurus in small pieces with a pause after each, so that a process can answer meanwhile. Whoever asks for it before
 * the end gets it at once, and waits for what is left.
 */
export async function loadThesaurus(pause: () => Promise<void>): Promise<void> {
  const known = readThesaurus();
  await pause();
  const texts = known.concepts.flatMap(({ labels, ways }) => [...labels, ...ways]);
  for (let from = 0; from < texts.length && loaded === undefined; from += SLICE) {
    for (const text of texts.slice(from, from + SLICE)) tokens(text);
    await pause();
  }
  loaded ??= indexThesaurus(known);
}
