import { domainToUnicode } from "node:url";
import { findControlOrFormat, findWhitespace } from "./text.js";

/** Longest URL accepted, in UTF-16 units. Source: beans-picker 0.5 seed. */
export const MAX_URL_UNITS = 8192;

/** Why a URL is refused. */
export type UrlRefusal =
  | "empty"
  | "too_long"
  | "leading_dash"
  | "whitespace"
  | "forbidden_character"
  | "scheme"
  | "backslash"
  | "userinfo"
  | "host"
  | "port";

/**
 * `url` is the text as given. `normalised` has lower-case scheme and host (an international host in its ASCII form, an IPv6
 * address in its shortest), no default port and at least `/` as path; path, query and fragment are kept unit for unit.
 * A message never repeats the URL, which may hold secrets.
 */
export type UrlCheck =
  | { readonly ok: true; readonly url: string; readonly normalised: string }
  | { readonly ok: false; readonly reason: UrlRefusal; readonly message: string };

const BLANK = "about:blank";
const DEFAULT_PORTS = { http: "80", https: "443" } as const;

/** Scheme, authority, and the rest from the first `/`, `?` or `#`. */
const SHAPE = /^(https?):\/\/([^/?#]*)(.*)$/i;
/** A bracketed or bare host, then an optional port. The bare host may not hold a colon. */
const AUTHORITY = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/;
/** No empty port and no leading zero, which the WHATWG parser repairs silently, and no port 0, which cannot be reached. */
const PORT = /^[1-9][0-9]{0,4}$/;
/** Letters, digits, `-`, `_` and anything international; every other ASCII character is a disguise or a mistake. */
const HOST_NAME = /^[A-Za-z0-9_\-\P{ASCII}]+(?:\.[A-Za-z0-9_\-\P{ASCII}]+)*\.?$/u;

/**
 * Decides whether a URL may be handed to a browser: `http` or `https` with a host, or `about:blank` in any case.
 *
 * Stricter than the WHATWG parser on purpose. That parser repairs its input (drops tabs, turns `\` into `/`, invents the
 * missing slashes, decodes the host), and a URL that is repaired goes somewhere else than a reader of it thinks.
 *
 * For `about:blank` in another case navigate to `normalised`: browsers match its path exactly.
 */
export function checkUrl(text: string): UrlCheck {
  const unsafe = refuseText(text);
  if (unsafe !== undefined) return unsafe;
  if (text.toLowerCase() === BLANK) return { ok: true, url: text, normalised: BLANK };

  if (!/^https?:/i.test(text)) {
    return refuse(
      "scheme",
      "Only http and https URLs and about:blank can be opened; give a full URL such as https://…",
    );
  }
  const [, scheme, authority, rest] = SHAPE.exec(text) ?? [];
  // Browsers read `\` as `/` up to the query; after `?` or `#` it is an ordinary character.
  if (/^[^?#]*\\/.test(text)) {
    return refuse(
      "backslash",
      "The URL has a backslash before its query, which browsers read as a slash; write / or %5C.",
    );
  }
  if (scheme === undefined || authority === undefined || rest === undefined) {
    return refuse("host", "The URL must have exactly two slashes and a host after its scheme.");
  }
  if (authority.includes("@")) {
    return refuse("userinfo", "The URL has a user name or password part (an @ before the host); remove it.");
  }
  const site = checkSite(scheme.toLowerCase() === "http" ? "http" : "https", authority, text);
  if (typeof site !== "string") return site;
  return { ok: true, url: text, normalised: `${site}${rest.startsWith("/") ? rest : `/${rest}`}` };
}

/**
 * True if both are acceptable URLs and equal after `checkUrl` normalises them: path case, query and fragment must agree unit
 * for unit (`/a` and `/%61` differ, and so do a URL without `?` and one with an empty query). Source: beans-picker 0.5 seed.
 */
export function sameUrl(a: string, b: string): boolean {
  const [left, right] = [checkUrl(a), checkUrl(b)];
  return left.ok && right.ok && left.normalised === right.normalised;
}

type Refusal = Extract<UrlCheck, { ok: false }>;

function refuse(reason: UrlRefusal, message: string): Refusal {
  return { ok: false, reason, message };
}

/** What is refused whatever the URL means. */
function refuseText(text: string): Refusal | undefined {
  if (text === "") return refuse("empty", "The URL is empty.");
  if (text.length > MAX_URL_UNITS) {
    return refuse("too_long", `The URL has ${text.length} UTF-16 units; at most ${MAX_URL_UNITS} are accepted.`);
  }
  if (text.startsWith("-"))
    return refuse("leading_dash", "The URL starts with -, which a program may take for an option.");
  const space = findWhitespace(text);
  if (space !== undefined) {
    return refuse(
      "whitespace",
      `The URL has whitespace (${space.codePoint} at ${space.at}); write it as %20 or remove it.`,
    );
  }
  const hidden = findControlOrFormat(text);
  if (hidden !== undefined) {
    return refuse(
      "forbidden_character",
      `The URL has a control, format or broken character (${hidden.codePoint} at ${hidden.at}); remove or percent-encode it.`,
    );
  }
  return undefined;
}

/** `scheme://host[:port]` in normal form, or why the authority is refused. `text` is the whole URL. */
function checkSite(scheme: keyof typeof DEFAULT_PORTS, authority: string, text: string): string | Refusal {
  const [, host, port] = AUTHORITY.exec(authority) ?? [];
  if (host === undefined || host === "") return refuse("host", "The URL has no readable host.");
  if (port !== undefined && !(PORT.test(port) && Number(port) <= 65535)) {
    return refuse("port", "The port of the URL must be a number from 1 to 65535 without leading zeros.");
  }
  const canonical = canonicalHost(host, text);
  if (canonical === undefined) {
    return refuse(
      "host",
      "The host of the URL is not valid, or browsers would read it as a different host than is written.",
    );
  }
  const shownPort = port === undefined || port === DEFAULT_PORTS[scheme] ? "" : `:${port}`;
  return `${scheme}://${canonical}${shownPort}`;
}

/** The host as a browser will serialise it, or `undefined` if that is another host than the one a person reads. */
function canonicalHost(host: string, text: string): string | undefined {
  const hostname = parsedHost(text);
  if (hostname === undefined || host.startsWith("[")) return hostname;
  if (!HOST_NAME.test(host)) return undefined;
  const written = host.toLowerCase();
  // `127.1`, `0x7f.1` and `2130706433` all become 127.0.0.1.
  if (/^\p{ASCII}*$/u.test(host)) return written === hostname ? hostname : undefined;
  // Full-width letters, ideographic dots and ignorable marks are mapped away: then the round trip does not come back.
  return written.normalize("NFC") === domainToUnicode(hostname) ? hostname : undefined;
}

/**
 * Host of `text` by the WHATWG rules. Not guarded by `URL.canParse`: after a few thousand calls V8 optimises that function,
 * and in Node 20 and 22 it then answers false for every URL with a Latin-1 character.
 */
function parsedHost(text: string): string | undefined {
  try {
    return new URL(text).hostname;
  } catch {
    return undefined;
  }
}
