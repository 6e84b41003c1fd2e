import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { JevFailure } from "./failure.js";
import { parseRetryAfter } from "./retry-after.js";

/** Largest answer, as sent and unpacked, in bytes. 255 options in five questions need less than a tenth of it. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

export interface Attempt {
  readonly status: number;
  readonly text: string;
  readonly requestId?: string;
  /** Milliseconds the service asks to wait. */
  readonly retryAfterMs?: number;
  readonly contentType: string;
}

export interface AttemptRequest {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte, before the headers and within the body. */
  readonly silenceMs: number;
  readonly now: () => number;
}

const unpack = promisify(gunzip);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/**
 * Sends one request and reads its answer whole, at most so many bytes. Rejects with a JevFailure, or with the signal's
 * reason. Redirects are not followed: they come back as their status.
 */
export async function attempt(dispatcher: Dispatcher, request: AttemptRequest): Promise<Attempt> {
  const { origin, path, headers, body, signal, silenceMs, now } = request;
  const answer = await dispatcher
    .request({ origin, path, method: "POST", headers, body, signal, headersTimeout: silenceMs, bodyTimeout: silenceMs })
    .catch((error: unknown) => fail(error, signal));
  // Without a listener an abort between two reads would be nobody's error.
  answer.body.on("error", () => undefined);
  const status = answer.statusCode;
  const requestId = single(answer.headers["x-typesafe-request-id"]);
  const about = { status, ...(requestId !== undefined && safeId.test(requestId) && { requestId }) };
  const text = await readText(answer, about).catch((error: unknown) => fail(error, signal));
  const retryAfterMs = parseRetryAfter(answer.headers["retry-after"], answer.headers["date"], now());
  return {
    ...about,
    text,
    contentType: single(answer.headers["content-type"]) ?? "",
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

const safeId = /^req_[0-9a-f]{32}$/;

function single(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Errors come from proxies in any shape and size: of those, what cannot be read is left out. Only an answer has to be right. */
async function readText({ body, headers }: Dispatcher.ResponseData, about: About): Promise<string> {
  try {
    return decode(await decompress(await readWhole(body, about), single(headers["content-encoding"]), about), about);
  } catch (error) {
    if (error instanceof JevFailure && about.status !== 200) return "";
    throw error;
  }
}

type About = { readonly status: number; readonly requestId?: string };

async function readWhole(body: Dispatcher.ResponseData["body"], about: About): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    // Leaving the loop destroys the body, and with it the connection.
    if (size > MAX_ANSWER_BYTES) throw badAnswer("is longer than is accepted", about, false);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function decompress(bytes: Buffer, encoding: string | undefined, about: About): Promise<Buffer> {
  const coding = (encoding ?? "identity").trim().toLowerCase();
  if (coding === "identity" || coding === "" || bytes.length === 0) return bytes;
  if (coding !== "gzip" && coding !== "x-gzip")
    throw badAnswer("has a compression that was not asked for", about, false);
  try {
    return await unpack(bytes, { maxOutputLength: MAX_ANSWER_BYTES });
  } catch (error) {
    const tooLong = error instanceof RangeError;
    throw badAnswer(tooLong ? "is longer than is accepted" : "is not valid gzip", about, !tooLong);
  }
}

function decode(bytes: Buffer, about: About): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badAnswer("is not UTF-8", about, true);
  }
}

export function badAnswer(
  what: string,
  about: { status?: number; requestId?: string },
  retryable: boolean,
): JevFailure {
  return new JevFailure({ kind: "bad_response", retryable, message: `Jev's answer ${what}.`, ...about });
}

/** Refusals of the name or the certificate do not pass by themselves; everything else on the line may. */
const lasting: ReadonlySet<string> = new Set(["ENOTFOUND", "EAI_NONAME", "ERR_INVALID_URL"]);

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? codeOf(error.cause) : "";
}

function isCertificate(code: string): boolean {
  return (
    code.includes("CERT") ||
    code.includes("SELF_SIGNED") ||
    code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" ||
    code === "ERR_TLS_CERT_ALTNAME_INVALID"
  );
}

function fail(error: unknown, signal: AbortSignal): never {
  if (error instanceof JevFailure) throw error;
  if (signal.aborted) throw signal.reason;
  const code = codeOf(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") {
    throw new JevFailure({ kind: "timeout", retryable: true, message: "Jev did not answer in time." });
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") throw badAnswer("has longer headers than are accepted", {}, false);
  if (code.startsWith("HPE_")) throw badAnswer("is not HTTP", {}, true);
  if (isCertificate(code)) {
    throw unreachable("Jev's certificate is not trusted", code, false);
  }
  if (lasting.has(code)) throw unreachable("Jev's host name was not found", code, false);
  throw unreachable("Jev could not be reached", code, true);
}

/** Only codes of the system's own alphabet are shown. */
function unreachable(what: string, code: string, retryable: boolean): JevFailure {
  const shown = /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : "";
  return new JevFailure({ kind: "unreachable", retryable, message: `${what}${shown}.` });
}
