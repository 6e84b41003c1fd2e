import type { Socket } from "node:net";

/** An HTTP response as it goes out, with everything that can be wrong about it. */
export interface Wire {
  readonly status: number;
  /** In order and with repetitions; framing headers come from `framing`. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** The body before it was compressed. */
  readonly plain?: Buffer;
  /** `length` and `chunked` as HTTP knows them; `close` ends the body with the connection; `none` sends no framing. */
  readonly framing: "length" | "chunked" | "close" | "none";
  /** Content-Length to claim, when it is not the truth. */
  readonly claim?: number;
  readonly delayMs?: number;
  /** The body goes out in pieces of so many bytes, with a pause before each. */
  readonly pieces?: { readonly bytes: number; readonly delayMs: number };
  /** Bytes of the whole response after which nothing more goes out. */
  readonly cutAt?: number;
  /** What becomes of the connection afterwards: `stall` leaves it open and silent. */
  readonly end: "keep" | "close" | "reset" | "stall";
}

const reasons: Readonly<Record<number, string>> = {
  200: "OK",
  204: "No Content",
  400: "Bad Request",
  429: "Too Many Requests",
};

/** The response's bytes in the pieces in which they go out. */
function piecesOf(wire: Wire): Buffer[] {
  const lines = [`HTTP/1.1 ${wire.status} ${reasons[wire.status] ?? "Status"}`];
  for (const [name, value] of wire.headers) lines.push(`${name}: ${value}`);
  if (wire.framing === "length") lines.push(`content-length: ${wire.claim ?? wire.body.length}`);
  if (wire.framing === "chunked") lines.push("transfer-encoding: chunked");
  if (wire.end !== "keep") lines.push("connection: close");
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const size = wire.pieces?.bytes ?? Math.max(1, wire.body.length);
  const parts: Buffer[] = [head];
  for (let at = 0; at < wire.body.length; at += size) {
    const part = wire.body.subarray(at, at + size);
    parts.push(wire.framing === "chunked" ? chunk(part) : part);
  }
  if (wire.framing === "chunked") parts.push(chunk(Buffer.alloc(0)));
  return parts;
}

function chunk(part: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`, "latin1"), part, Buffer.from("\r\n")]);
}

/** Sends a response and does to the connection what it says. Stops quietly when the client goes. */
export async function send(socket: Socket, wire: Wire): Promise<void> {
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        socket.removeListener("close", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      socket.once("close", done);
    });
  if (wire.delayMs !== undefined) await pause(wire.delayMs);
  let left = wire.cutAt ?? Infinity;
  const [head = Buffer.alloc(0), ...body] = piecesOf(wire);
  for (const [index, part] of [head, ...body].entries()) {
    if (index > 0 && wire.pieces !== undefined) await pause(wire.pieces.delayMs);
    if (socket.destroyed || left <= 0) break;
    const sent = part.subarray(0, Math.min(part.length, left));
    left -= sent.length;
    await new Promise<void>((resolve) => {
      socket.once("close", resolve);
      socket.write(sent, () => {
        socket.removeListener("close", resolve);
        resolve();
      });
    });
  }
  if (wire.end === "close") socket.end();
  if (wire.end === "reset") socket.destroy();
}
