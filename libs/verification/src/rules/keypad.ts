import { type Action, editableRoles } from "@beans-picker/desktop";
import { changedFields } from "../change.js";
import { lasting, nothingSeen, unverified, type Evidence, type Finding } from "./rule.js";

type Keypad = Extract<Action, { kind: "keypad" }>;

/** What the display held and holds. */
interface Display {
  readonly was: string;
  readonly is: string;
}

/**
 * The display must show what the keys enter: all of it, after what it held or in its place, or the number that was keyed in
 * last where a display shows one number at a time. What an equals sign gives cannot be tied to the keys.
 */
export function judgeKeypad(evidence: Evidence<Keypad>): Finding {
  const { action, moved } = evidence;
  const display = displayOf(evidence);
  const keys = action.keys.map(({ key }) => key);
  const entered = flat(keys.join(""));
  const last = /[\d.]+$/.exec(entered)?.[0];
  if (display !== undefined && keys.at(-1) === "=") return unverified("The display shows something new.");
  if (display !== undefined && [entered, display.was + entered, last].includes(display.is)) {
    return lasting("The display shows what was keyed in.");
  }
  return moved ? unverified("Something changed, but the display does not show the keys.") : nothingSeen(evidence);
}

/** The one field that changed, else the one new text without letters that stands where another one stood. */
function displayOf({ before, after }: Evidence): Display | undefined {
  const fields = changedFields(before, after).filter(({ is }) => editableRoles.has(is.role));
  const [field] = fields;
  if (field !== undefined) {
    const content = (one: { rawValue?: string | undefined; value?: string | undefined }): string =>
      flat(one.rawValue ?? one.value ?? "");
    return fields.length === 1 ? { was: content(field.was), is: content(field.is) } : undefined;
  }
  const [old, now] = [before, after].map(({ snapshot }) => snapshot.texts.map(({ text }) => text));
  const onlyIn = (some: readonly string[] = [], others: readonly string[] = []): string[] =>
    some.filter((text) => !others.includes(text) && /\p{N}/u.test(text) && !/\p{L}/u.test(text));
  const [gone, come] = [onlyIn(old, now), onlyIn(now, old)];
  const [is] = come;
  return is === undefined || come.length > 1 || gone.length > 1
    ? undefined
    : { was: flat(gone[0] ?? ""), is: flat(is) };
}

/** One way to write a sum: without spaces and grouping, with plain signs. */
function flat(text: string): string {
  return text
    .replace(/[\s,']/gu, "")
    .replace(/[×✕]/gu, "*")
    .replace(/÷/gu, "/")
    .replace(/−/gu, "-");
}
