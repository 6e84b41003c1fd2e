import { randomBytes } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { answerTo, byWords, type Judge } from "./answer.js";
import { selfSigned } from "./certificate.js";
import { checkBody, isRefusal, serviceLimits, type TokenLimits } from "./check.js";
import { models } from "./models.js";
import { seeded } from "./random.js";
import { send, type Wire } from "./wire.js";

/** A request as it arrived. Header names are in lower case. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Turns the response that would have gone out into another one, or into a misbehaviour. */
export type Fault = (proper: Wire, request: Received) => Wire;

export interface JevServerOptions {
  /** Plain HTTP when false. */
  readonly tls?: boolean;
  /** Keys that are known; `test-key` when absent. */
  readonly keys?: readonly string[];
  /** What is answered; by shared words when absent. */
  readonly judge?: Judge;
  readonly limits?: TokenLimits;
  readonly seed?: number;
  /** The certificate is for this name instead of the loopback, or ended a minute ago. */
  readonly certificate?: { readonly host?: string; readonly expired?: boolean };
}

export interface JevServer {
  /** Root of the API, as TYPESAFE_BASE_URL takes it. */
  readonly url: string;
  readonly port: number;
  /** PEM of the certificate to trust; empty for plain HTTP. */
  readonly ca: string;
  /** Everything that was asked, oldest first. */
  readonly received: readonly Received[];
  /** Faults for the next requests, one each; what comes after them is answered properly. */
  script(...faults: readonly Fault[]): void;
  connections(): number;
  close(): Promise<void>;
}

/** Largest request that is read, in bytes. */
const MAX_BODY = 32 * 1024 * 1024;

/** Starts a server on the loopback that speaks Jev's protocol, and misbehaves when told to. */
export async function startJevServer(options: JevServerOptions = {}): Promise<JevServer> {
  const tls = options.tls !== false;
  const notAfter = Date.now() + (options.certificate?.expired === true ? -60_000 : 3_600_000);
  const certificate = tls ? selfSigned({ ...options.certificate, notAfter }) : undefined;
  const random = seeded(options.seed ?? 1);
  const received: Received[] = [];
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  const server: Server = certificate === undefined ? createHttpServer() : createHttpsServer(certificate);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
  });
  // Clients that cut a handshake or a request are what the tests do.
  server.on("tlsClientError", () => undefined).on("clientError", (_, socket: Socket) => socket.destroy());
  server.on("request", (request: IncomingMessage, response) => {
    const { socket } = request;
    // Whatever goes out is written by hand, so that it can be wrong.
    response.detachSocket(socket);
    void readAll(request).then((body) => {
      if (body === undefined) return;
      const arrived = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
      received.push(arrived);
      const proper = properly(arrived, options, random);
      const fault = faults.shift();
      return send(socket, fault === undefined ? proper : fault(proper, arrived));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = addressOf(server);
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    ca: certificate?.cert ?? "",
    received,
    script: (...more) => void faults.push(...more),
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return address;
}

/** The body, or undefined when the client went or sent too much. */
function readAll(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size > MAX_BODY) request.destroy();
      else parts.push(part);
    });
    request.once("end", () => resolve(Buffer.concat(parts).toString("utf8")));
    request.once("error", () => resolve(undefined)).once("close", () => resolve(undefined));
  });
}

function properly(request: Received, options: JevServerOptions, random: () => number): Wire {
  const { status, body } = respond(request, options, random);
  const text = Buffer.from(JSON.stringify(body));
  const zipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  return {
    status,
    headers: [
      ["content-type", "application/json"],
      ["date", new Date().toUTCString()],
      ["x-typesafe-request-id", `req_${randomBytes(16).toString("hex")}`],
      ...(zipped ? ([["content-encoding", "gzip"]] as const) : []),
    ],
    body: zipped ? gzipSync(text) : text,
    plain: text,
    framing: "length",
    end: "keep",
  };
}

function respond({ method, path, headers, body }: Received, options: JevServerOptions, random: () => number) {
  const route = path.split("?")[0];
  if (route === "/health") return { status: 200, body: { status: "ok" } };
  const wanted = route === "/v1/systemone" ? "POST" : route === "/v1/models" ? "GET" : undefined;
  if (wanted === undefined) return { status: 404, body: { detail: "Not Found" } };
  if (method !== wanted) return { status: 405, body: { detail: "Method Not Allowed" } };
  const denied = deniedBy(headers.authorization, options.keys ?? ["test-key"]);
  if (denied !== undefined) return denied;
  if (wanted === "GET") return { status: 200, body: { models } };
  const asked = checkBody(body, options.limits ?? serviceLimits);
  if (isRefusal(asked)) return { status: asked.status, body: { detail: asked.detail } };
  return { status: 200, body: answerTo(asked, options.judge ?? byWords, random) };
}

function deniedBy(authorization: string | string[] | undefined, keys: readonly string[]) {
  const refused = (status: number, message: string) => ({
    status,
    body: { detail: { error_type: "authentication_error", message } },
  });
  if (typeof authorization !== "string") {
    return refused(403, "Must supply an API key! Check your request and try again.");
  }
  if (keys.some((key) => authorization === `Bearer ${key}`)) return undefined;
  return refused(401, "Cannot authenticate with the server. Please check your API key and try again.");
}
