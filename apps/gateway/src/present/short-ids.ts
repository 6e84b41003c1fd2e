/** Letters that read well next to each other and are hard to take for one another. 16 × 5 syllables. */
const consonants = "bdfghjklmnprstvz";
const vowels = "aeiou";
/** Three syllables tell half a million ids apart; an id whose short form is taken gets one more. */
const syllables = 3;

/** Names of candidates that cost a model few tokens. */
export interface ShortIds {
  /** The short form of an id, the same for the same id as long as the client is there. */
  shown(id: string): string;
  /**
   * The id that a client means: one that was shown to it in short form, or a full one. Nothing is guessed, so that a short
   * form never comes to mean another control than the one it was shown for.
   */
  meant(given: string): string;
}

/** Short forms for one client. Deterministic up to clashes: an id mostly has the same short form for every client. */
export function createShortIds(): ShortIds {
  const byId = new Map<string, string>();
  const byShort = new Map<string, string>();
  return {
    shown(id) {
      const known = byId.get(id);
      if (known !== undefined) return known;
      const short = freeForm(id, (form) => byShort.has(form));
      byId.set(id, short);
      byShort.set(short, id);
      return short;
    },
    meant: (given) => byShort.get(given) ?? given,
  };
}

/** Ids as they are, for clients that outlive a session, such as a shell. */
export const fullIds: ShortIds = { shown: (id) => id, meant: (given) => given };

function freeForm(id: string, taken: (form: string) => boolean): string {
  const digits = id.replace(/^c/, "");
  for (let count = syllables; count * 2 <= digits.length; count += 1) {
    const form = spoken(digits, count);
    if (!taken(form)) return form;
  }
  return id;
}

/** Reads two hexadecimal digits as one syllable. */
function spoken(digits: string, count: number): string {
  let form = "";
  for (let at = 0; at < count; at += 1) {
    const value = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16) % (consonants.length * vowels.length);
    form += `${consonants.charAt(value % consonants.length)}${vowels.charAt(Math.floor(value / consonants.length))}`;
  }
  return form;
}
