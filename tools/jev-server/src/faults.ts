import { gzipSync } from "node:zlib";
import { z } from "zod";
import type { Fault } from "./server.js";
import type { Wire } from "./wire.js";

type Headers = readonly (readonly [string, string])[];

const answerBody = z.looseObject({
  answers: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** A body without its compression, so that a fault can change its text. */
function plain(wire: Wire, text: string, headers: Headers = []): Wire {
  const kept = wire.headers.filter(
    ([name]) => name !== "content-encoding" && !headers.some(([other]) => other === name),
  );
  return { ...wire, headers: [...kept, ...headers], body: Buffer.from(text) };
}

/** A status with a body of its own instead of the answer. */
export function status(code: number, body: string = "", headers: Headers = []): Fault {
  return (wire) => ({ ...plain(wire, body, [["content-type", "text/plain"], ...headers]), status: code });
}

/** 429, with Retry-After as given: none, one, or repeated. */
export function limited(...retryAfter: readonly string[]): Fault {
  return status(
    429,
    '{"detail":"Too many requests"}',
    retryAfter.map((value) => ["retry-after", value] as const),
  );
}

/** 529, which promises no Retry-After. */
export const overloaded: Fault = status(529, '{"detail":"Overloaded"}');

export function slowHeaders(delayMs: number): Fault {
  return (wire) => ({ ...wire, delayMs });
}

export function slowBody(bytes: number, delayMs: number): Fault {
  return (wire) => ({ ...wire, pieces: { bytes, delayMs } });
}

/** Accepts the request and says nothing. */
export const silent: Fault = (wire) => ({ ...wire, cutAt: 0, end: "stall" });

/** Sends the headers and then nothing. */
export const stalledBody: Fault = (wire) => ({
  ...wire,
  claim: wire.body.length + 1,
  framing: "length",
  end: "stall",
});

export const resetBeforeHeaders: Fault = (wire) => ({ ...wire, cutAt: 0, end: "reset" });

/** Content-Length promises more than comes. */
export const cutInBody: Fault = (wire) => ({ ...wire, claim: wire.body.length * 2, end: "close" });

export const cutInChunk: Fault = (wire) => ({
  ...wire,
  framing: "chunked",
  cutAt: headSize({ ...wire, framing: "chunked" }) + 10,
  end: "close",
});

function headSize(wire: Wire): number {
  return wire.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 60);
}

/** Half of the JSON, framed as if it were all. */
export const truncatedJson: Fault = edited((text) => text.slice(0, text.length / 2));

export const badGzip: Fault = (wire) => ({
  ...wire,
  headers: [...wire.headers.filter(([name]) => name !== "content-encoding"), ["content-encoding", "gzip"]],
  body: Buffer.from("not gzip at all, although the header says so"),
});

/** A few kilobytes that become so many mebibytes. */
export function gzipBomb(mebibytes: number): Fault {
  const body = gzipSync(Buffer.alloc(mebibytes * 1024 * 1024, 0x20), { level: 9 });
  return (wire) => ({
    ...wire,
    headers: [...wire.headers.filter(([name]) => name !== "content-encoding"), ["content-encoding", "gzip"]],
    body,
  });
}

/** A valid answer with so many mebibytes of blanks after it, not compressed. */
export function hugeBody(mebibytes: number): Fault {
  return edited((text) => text + " ".repeat(mebibytes * 1024 * 1024));
}

/** A response header of so many bytes. */
export function longHeader(bytes: number): Fault {
  return (wire) => ({ ...wire, headers: [...wire.headers, ["x-long", "x".repeat(bytes)]] });
}

/** 200 with a page, as a captive portal answers. */
export const html: Fault = (wire) =>
  plain(wire, "<!doctype html><title>Sign in</title>", [["content-type", "text/html"]]);

export function contentType(type: string): Fault {
  return (wire) => plain(wire, textOf(wire), [["content-type", type]]);
}

export const byteOrderMark: Fault = edited((text) => `\u{feff}${text}`);

/** The text in Latin-1, with a letter that is no UTF-8 by itself. */
export const latin1: Fault = (wire) => ({
  ...plain(wire, ""),
  body: Buffer.from(textOf(wire).replace('"model":"', '"model":"é'), "latin1"),
});

/** 200 with nothing, and 204 and 304, which have nothing. */
export const empty: Fault = (wire) => plain(wire, "");
export const noContent: Fault = (wire) => ({ ...plain(wire, ""), status: 204, framing: "none" });
export const notModified: Fault = (wire) => ({ ...plain(wire, ""), status: 304, framing: "none" });

/** A redirect to another address. */
export function redirect(code: 301 | 302 | 303 | 307 | 308, location: string): Fault {
  return status(code, "", [["location", location]]);
}

/** Changes the answer's JSON text. */
export function edited(edit: (text: string) => string): Fault {
  return (wire) => plain(wire, edit(textOf(wire)));
}

/** Changes every answer's object. */
export function eachAnswer(change: (answer: Record<string, unknown>) => Record<string, unknown> | undefined): Fault {
  return edited((text) => {
    const body = answerBody.parse(JSON.parse(text));
    const answers = Object.entries(body.answers).flatMap(([id, answer]) => {
      const changed = change(answer);
      return changed === undefined ? [] : [[id, changed] as const];
    });
    return JSON.stringify({ ...body, answers: Object.fromEntries(answers) });
  });
}

/** Changes every answer's probabilities. */
export function eachShare(change: (shares: [string, number][]) => [string, unknown][]): Fault {
  return eachAnswer((answer) => {
    const shares = z.record(z.string(), z.number()).parse(answer["probabilities"]);
    return { ...answer, probabilities: Object.fromEntries(change(Object.entries(shares))) };
  });
}

/** Puts a number that JSON does not have, or that is too big for a double, in place of the first probability. */
export function literal(number: string): Fault {
  return edited((text) => text.replace(/("probabilities":\{"[^"]*":)[\d.]+/g, `$1${number}`));
}

/** The answer's text; what goes out compressed was made from it. */
function textOf(wire: Wire): string {
  return (wire.plain ?? wire.body).toString("utf8");
}
