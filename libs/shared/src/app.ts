import { findControlOrFormat } from "./text.js";

/** Longest application name, in UTF-16 units. */
export const MAX_APP_NAME_UNITS = 255;

/** Why an application name or bundle id is refused. */
export type AppRefusal = "empty" | "too_long" | "leading_character" | "forbidden_character" | "not_bundle_id";

/** `app` is the text as given. */
export type AppCheck =
  | { readonly ok: true; readonly app: string }
  | { readonly ok: false; readonly reason: AppRefusal; readonly message: string };

const BUNDLE_ID = /^[A-Za-z0-9][A-Za-z0-9.-]{0,254}$/;
const LIKE_BUNDLE_ID = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+){2,}$/;

/**
 * Checks the name of an application to launch: no `/` or `:` (it would be a path), no control or format character, no `-` or
 * `.` at the start (an option, a hidden file), not blank, at most 255 units. Source: beans-picker 0.5 seed.
 */
export function checkAppName(text: string): AppCheck {
  if (text.trim() === "") return refuse("empty", "The application name is empty.");
  if (text.length > MAX_APP_NAME_UNITS) {
    return refuse("too_long", `The application name is longer than ${MAX_APP_NAME_UNITS} UTF-16 units.`);
  }
  if (/^[-.]/.test(text)) {
    return refuse(
      "leading_character",
      "The application name starts with - or .; give the name that is shown to people.",
    );
  }
  if (/[/:]/.test(text)) {
    return refuse("forbidden_character", "The application name has / or : in it; give a name, not a path or URL.");
  }
  const hidden = findControlOrFormat(text);
  if (hidden !== undefined) {
    return refuse(
      "forbidden_character",
      `The application name has a control, format or broken character (${hidden.codePoint} at ${hidden.at}).`,
    );
  }
  return { ok: true, app: text };
}

/** Checks a bundle id to launch: an ASCII letter or digit, then up to 254 of letters, digits, `.` and `-`. */
export function checkBundleId(text: string): AppCheck {
  if (text === "") return refuse("empty", "The bundle id is empty.");
  if (BUNDLE_ID.test(text)) return { ok: true, app: text };
  return refuse(
    "not_bundle_id",
    "The bundle id must be 1 to 255 letters, digits, dots and hyphens, such as com.apple.Notes.",
  );
}

/**
 * Guesses whether an `app` argument is a bundle id rather than a name: three or more dot-separated parts of letters, digits,
 * `_` and `-`. A guess only: `_a.b.c` looks like one and still fails `checkBundleId`. Source: beans-picker 0.5 seed.
 */
export function looksLikeBundleId(text: string): boolean {
  return LIKE_BUNDLE_ID.test(text);
}

function refuse(reason: AppRefusal, message: string): Extract<AppCheck, { ok: false }> {
  return { ok: false, reason, message };
}
