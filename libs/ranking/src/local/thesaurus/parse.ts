/** A command, setting or state that many programs have. */
export interface Concept {
  /** What programs print on it; any one of them. */
  readonly labels: readonly string[];
  /** How people ask for it without those words. */
  readonly ways: readonly string[];
  readonly kind: string;
}

export interface Thesaurus {
  readonly concepts: readonly Concept[];
  /** Sets of words and phrases that mean the same. */
  readonly synonyms: readonly (readonly string[])[];
  /** An English word or phrase, and what other languages print for it. */
  readonly translations: readonly { readonly english: string; readonly others: readonly string[] }[];
}

const TRANSLATION = /^([^|:]+):\s*((?:[a-z]{2}=).*)$/u;

/**
 * Reads thesaurus files, one entry on each line: `label, label | way; way | kind`, `= word, word` or
 * `word: de=…, fr=…/…`. `#` begins a comment line and `@domain` a section; both say nothing to a program.
 * Throws an Error that names the line when a line is none of these.
 */
export function parseThesaurus(files: readonly string[]): Thesaurus {
  const concepts: Concept[] = [];
  const synonyms: string[][] = [];
  const translations: Thesaurus["translations"][number][] = [];
  for (const line of files.flatMap((text) => text.split("\n")).map((raw) => raw.trim())) {
    if (line === "" || line.startsWith("#") || line.startsWith("@")) continue;
    if (line.startsWith("= ")) {
      synonyms.push(parts(line.slice(2), /,/u));
      continue;
    }
    const translated = line.includes("|") ? null : TRANSLATION.exec(line);
    if (translated !== null) {
      const [, english = "", others = ""] = translated;
      translations.push({ english: english.trim(), others: otherWords(others) });
      continue;
    }
    const [labels = "", ways, kind] = line.split("|");
    if (ways === undefined) throw new Error(`The thesaurus has a line that is no entry: ${line}`);
    concepts.push({ labels: parts(labels, /,/u), ways: parts(ways, /;/u), kind: kind?.trim() ?? "" });
  }
  return { concepts, synonyms, translations };
}

function parts(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** `de=Datei, fr=Fichier/Document`: the words without the languages. */
function otherWords(text: string): string[] {
  return text
    .split(/,\s*(?=[a-z]{2}=)/u)
    .flatMap((language) => parts(language.slice(language.indexOf("=") + 1), /\//u));
}
