import type { Query } from "../query.js";
import type { Screen } from "../screen.js";

/** People say "delete the note" of a button "Delete note". */
const articles = /\b(?:an?|my|that|the|this|your) /gu;

/** Tells whether a label stands in the instruction, word by word. */
export function spokenIn({ plain }: Query): (label: string) => boolean {
  const unarticled = plain.replace(articles, "");
  return (label) => hasWords(plain, label) || (unarticled !== plain && hasWords(unarticled, label));
}

/**
 * The query with the names of controls that stand in it read as names: "switch to list view" asks for "List View" where there is
 * such a control, though "list" may be no more than a word for a role elsewhere.
 */
export function withNames(query: Query, { options }: Screen): Query {
  const isSpoken = spokenIn(query);
  const named = new Set(
    options.flatMap(({ label, own }) => {
      const cues = [...own].filter((stem) => query.cues.has(stem));
      // A name that is all cues ("Open") is told by its own feature, and is asked for by every verb.
      return cues.length === 0 || cues.length === own.size || !isSpoken(label) ? [] : cues;
    }),
  );
  if (named.size === 0) return query;
  return {
    ...query,
    thing: new Set([...query.thing, ...named]),
    content: new Set([...query.content, ...named]),
    cues: new Set([...query.cues].filter((stem) => !named.has(stem))),
  };
}

function hasWords(plain: string, label: string): boolean {
  if (label.length > plain.length) return false;
  for (let at = plain.indexOf(label); at >= 0; at = plain.indexOf(label, at + 1)) {
    const around = `${plain.slice(Math.max(0, at - 1), at)} ${plain.slice(at + label.length, at + label.length + 1)}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
