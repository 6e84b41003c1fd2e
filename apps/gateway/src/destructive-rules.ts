import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { mostRulesText, parseCustomRules, type CustomRules } from "@beans-picker/candidates";
import { checkAbsolutePath, CodedError } from "@beans-picker/shared";

/** Names a file with a person's own rules of what needs consent. */
export const rulesVariable = "BEANS_PICKER_DESTRUCTIVE_RULES";

/** Group and others may not write the file: who can, can take rules out. */
const OTHERS_WRITE = 0o022;

/**
 * Reads that file; `undefined` when none is named. Rejects with `rules_unusable` when it cannot be used: a person who added rules
 * counts on them, so nothing is done without them. `uid` is the user's, who must own the file unless root does.
 */
export async function readDestructiveRules(
  path: string | undefined,
  uid: number | undefined,
): Promise<CustomRules | undefined> {
  if (path === undefined || path === "") return undefined;
  if (!checkAbsolutePath(path).ok) throw unusable(`${rulesVariable} is no absolute path`);
  return parse(await readRegular(path, uid));
}

async function readRegular(path: string, uid: number | undefined): Promise<string> {
  // Not blocking: a pipe in the place of the file would wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => {
    throw unusable("it cannot be opened, or is a link");
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw unusable("it is no regular file");
    if (uid !== undefined && facts.uid !== uid && facts.uid !== 0) throw unusable("it belongs to another user");
    if ((facts.mode & OTHERS_WRITE) !== 0) throw unusable("others may write it");
    if (facts.size > mostRulesText) throw unusable("it is larger than 256 KiB");
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

function parse(text: string): CustomRules {
  try {
    return parseCustomRules(text);
  } catch (error) {
    if (error instanceof CodedError) throw new CodedError("rules_unusable", error.message);
    throw error;
  }
}

function unusable(why: string): CodedError {
  return new CodedError("rules_unusable", `The file of destructive rules was not used: ${why}; nothing was done.`);
}
