import type { DestructiveCategory, LanguageRules } from "./rules.js";
import { indexOfPhrase, startsWithPhrase, type PreparedLabel } from "./words.js";

interface Words {
  /** Means the act wherever it stands in the label. */
  readonly anywhere: readonly string[];
  /** Means the act only at the start of a clause: "Close", "Close window", but not "Fit to close edge". */
  readonly verb: readonly string[];
  /** Means the act only when the clause says nothing else: "Book", but not "Book title". */
  readonly alone: readonly string[];
}

const table: Readonly<Record<DestructiveCategory, Words>> = {
  removal: {
    anywhere: [
      "delete",
      "erase",
      "uninstall",
      "wipe",
      "shred",
      "purge",
      "move to trash",
      "move to bin",
      "factory reset",
    ],
    verb: [
      "remove",
      "trash",
      "overwrite",
      "replace",
      "empty trash",
      "empty bin",
      "empty the trash",
      "clear all",
      "clear history",
      "clear menu",
      "clear data",
      "clear everything",
      "clear browsing",
      "clear cache",
      "clear cookies",
      "clear list",
      "clear recent",
      "forget",
    ],
    alone: [],
  },
  discard: {
    anywhere: ["discard", "don't save", "do not save", "dont save", "without saving", "lose changes", "revert"],
    verb: ["reset", "restore defaults", "restore default", "abandon", "roll back", "rollback"],
    alone: [],
  },
  session: {
    anywhere: [
      "log out",
      "logout",
      "log off",
      "sign out",
      "shut down",
      "shutdown",
      "power off",
      "force quit",
      "end process",
    ],
    verb: [
      "quit",
      "exit",
      "close",
      "restart",
      "reboot",
      "lock screen",
      "kill",
      "terminate",
      "hide others",
      "hide all",
      "suspend",
      "hibernate",
    ],
    alone: ["sleep", "hide", "lock"],
  },
  outbound: {
    anywhere: [],
    verb: [
      "send",
      "share",
      "submit",
      "confirm",
      "approve",
      "invite",
      "post to",
      "post comment",
      "post reply",
      "accept and",
    ],
    alone: ["post", "call", "tweet", "reply all"],
  },
  money: {
    anywhere: ["purchase", "buy now", "pay now", "place order", "place your order", "unsubscribe"],
    verb: [
      "buy",
      "pay",
      "subscribe",
      "donate",
      "book now",
      "book a",
      "book this",
      "book appointment",
      "order now",
      "transfer",
      "withdraw",
      "cancel subscription",
    ],
    alone: ["book", "order", "bid", "rent"],
  },
  publish: {
    anywhere: ["publish", "deploy", "make public", "go live"],
    verb: ["merge", "release", "unpublish"],
    alone: [],
  },
};

/** Clauses that begin with one of the verbs above and yet only change the view or a drawing. */
const harmless = [
  "close paren",
  "close parenthesis",
  "close bracket",
  "close brace",
  "close quote",
  "close sidebar",
  "close side bar",
  "close panel",
  "close side panel",
  "close menu",
  "close search",
  "close find",
  "close tooltip",
  "reset zoom",
  "reset view",
  "reset font size",
  "send backward",
  "send to back",
  "send to front",
  "merge cells",
  "merge and center",
  "merge cell",
  "replace mode",
  "exit full screen",
  "exit fullscreen",
  "transfer rate",
  "transfer speed",
  "release notes",
  "share price",
  "book title",
  "post office",
  "pay period",
].map(split);

/** "Never delete", "Keep without deleting": the act is what does not happen. */
const negations: ReadonlySet<string> = new Set([
  "not",
  "don't",
  "dont",
  "never",
  "without",
  "no",
  "keep",
  "cannot",
  "can't",
  "undo",
  "cancel",
]);

/** Verbs whose label with an ellipsis only opens a dialog with its own button for it. */
const asksFirst: ReadonlySet<string> = new Set(["replace", "share", "send", "merge", "reset", "book", "transfer"]);

const rules = Object.entries(table).flatMap(([category, words]) =>
  // Keys of a record literal; narrowed here once.
  isCategory(category)
    ? [
        {
          category,
          anywhere: words.anywhere.map(split),
          verb: words.verb.map(split),
          alone: words.alone.map(split),
        },
      ]
    : [],
);

export const english: LanguageRules = {
  language: "en",
  find(label, strength) {
    for (const { category, anywhere, verb, alone } of rules) {
      if (strength === "strong-first") {
        if (anywhere.some((phrase) => startsWithPhrase(label.words, phrase))) return category;
        continue;
      }
      if (anywhere.some((phrase) => says(label.words, phrase))) return category;
      if (strength === "strong") continue;
      for (const clause of label.clauses) {
        if (harmless.some((phrase) => startsWithPhrase(clause, phrase))) continue;
        if (label.opensDialog && asksFirst.has(clause[0] ?? "")) continue;
        if (verb.some((phrase) => startsWithPhrase(clause, phrase))) return category;
        if (alone.some((phrase) => phrase.length === clause.length && startsWithPhrase(clause, phrase)))
          return category;
      }
    }
    return undefined;
  },
};

/** True if the phrase stands somewhere without a negation right before it. */
function says(words: PreparedLabel["words"], phrase: readonly string[]): boolean {
  for (let at = indexOfPhrase(words, phrase); at >= 0; at = indexOfPhrase(words, phrase, at + 1)) {
    if (!negations.has(words[at - 1] ?? "")) return true;
  }
  return false;
}

function split(phrase: string): string[] {
  return phrase.split(" ");
}

function isCategory(text: string): text is DestructiveCategory {
  return Object.hasOwn(table, text);
}
